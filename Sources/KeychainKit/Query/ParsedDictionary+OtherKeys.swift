import Foundation
import KeychainSchema

extension ParsedDictionary {
  /// Reads a key that is no attribute's: by its first letter, as the published parser does.
  mutating func readOther(_ key: String, _ value: NativeValue) {
    guard key.utf16.count > 1 else { return problem.parameter("`\(key)` is no key of a query") }
    switch key.utf8.first {
    case UInt8(ascii: "f"): ignore(key, value)
    case UInt8(ascii: "m"): readMatchKey(key, value)
    case UInt8(ascii: "c"), UInt8(ascii: "r"), UInt8(ascii: "u"), UInt8(ascii: "v"):
      guard let known = Self.keys[key] else { return problem.parameter("`\(key)` is no key of a query") }
      readKnown(known, value)
    default: problem.parameter("`\(key)` is no key of a query")
    }
  }

  /// Reads a key of `attributesToUpdate` that is no attribute's.
  mutating func readChange(_ key: String, _ value: NativeValue) {
    switch key {
    case QueryKey.valueData.rawValue: readValueData(value)
    // Without effect, for a reference outlives every update; the type counts all the same.
    case "persistref":
      if value.converted(to: .uuid) == nil { problem.parameter("`\(key)` must be data of 16 bytes or none") }
    case "rowid": problem.parameter("`\(key)` cannot be set")
    default: metaKeys.append(key)
    }
  }

  /// Passes over a key without effect, whose value is still one that a dictionary can hand over.
  mutating func ignore(_ key: String, _ value: NativeValue) {
    switch value {
    case .other, .authenticationContext: problem.parameter("`\(key)` has a value of a type that no dictionary holds")
    default: break
    }
  }

  private mutating func readValueData(_ value: NativeValue) {
    guard case .data(let data) = value else { return problem.parameter("`v_Data` must be data") }
    valueData = data
  }

  private static let keys = Dictionary(uniqueKeysWithValues: QueryKey.allCases.map { ($0.rawValue, $0) })

  private mutating func readKnown(_ key: QueryKey, _ value: NativeValue) {
    switch key {
    case .itemClass: readClass(value)
    case .returnData: readResult(.data, key, value)
    case .returnAttributes: readResult(.attributes, key, value)
    case .returnReference: readResult(.reference, key, value)
    case .returnPersistentReference: readResult(.persistentReference, key, value)
    case .valueData: readValueData(value)
    case .valuePersistentReference:
      guard case .data(let data) = value else { return problem.parameter("`v_PersistentRef` must be data") }
      reference = [UInt8](data)
    case .valueReference: problem.parameter("`v_Ref` must be a certificate, a key or an identity")
    case .useItemList: hasItemList = true
    case .useTombstones: readTombstones(value)
    case .useAuthenticationUI: readAuthenticationUI(value)
    case .useNoAuthenticationUI: if case .boolean(true) = value { forbidsAuthenticationUI = true }
    case .useAuthenticationContext:
      hasAuthenticationContext = true
      guard case .authenticationContext(let context) = value else {
        return problem.parameter("`u_AuthCtx` must be an authentication context")
      }
      authenticationContext = context
    case .useCredentialReference:
      hasCredentialReference = true
      guard case .data = value else { return problem.parameter("`u_CredRef` must be data") }
    case .useSystemKeychain, .useSystemKeychainAlways, .useUserIndependentKeychain, .useSyncBubbleKeychain:
      if case .boolean(false) = value { break }
      namesSystemKeychain = true
    case .useOperationPrompt: if case .text(let text) = value { operationPrompt = text }
    case .useCallerName, .useTokenRawItems, .useCertificatesWithMatchIssuers: break
    case .matchPolicy, .matchItemList, .matchSearchList, .matchIssuers, .matchEmailAddress, .matchSubjectContains,
      .matchHostOrSubdomainOfHost, .matchCaseInsensitive, .matchTrustedOnly, .matchValidOnDate, .matchLimit:
      readMatchKey(key.rawValue, value)
    }
  }

  private mutating func readClass(_ value: NativeValue) {
    guard case .text(let text) = value else { return }
    classCode = text
  }

  private mutating func readResult(_ option: ResultOptions, _ key: QueryKey, _ value: NativeValue) {
    guard case .boolean(let flag) = value else { return problem.parameter("`\(key.rawValue)` must be a boolean") }
    if flag { results.insert(option) }
  }

  private mutating func readTombstones(_ value: NativeValue) {
    switch value.converted(to: .tombstone) {
    case .number(let number): leavesTombstones = number != 0
    default: problem.parameter("`u_Tomb` must be a boolean")
    }
  }

  private mutating func readAuthenticationUI(_ value: NativeValue) {
    guard case .text(let text) = value else { return problem.parameter("`u_AuthUI` must be text") }
    switch text {
    case QueryValue.authenticationAllow: authenticationWord = .allow
    case QueryValue.authenticationSkip: authenticationWord = .skip
    default: authenticationWord = .fail
    }
  }

  /// Reads a match key: every `m…` key is noted, those without effect included.
  private mutating func readMatchKey(_ key: String, _ value: NativeValue) {
    matches.isPresent = true
    switch Self.keys[key] {
    case .matchLimit: readLimit(value)
    case .matchHostOrSubdomainOfHost:
      guard case .text(let host) = value else { return problem.parameter("`\(key)` must be text") }
      matches.host = host
    case .matchEmailAddress:
      guard case .text(let address) = value else { return problem.parameter("`\(key)` must be text") }
      matches.emailAddress = address
    case .matchTrustedOnly:
      guard case .boolean(let flag) = value else { return problem.parameter("`\(key)` must be a boolean") }
      matches.isTrustedOnly = flag
    case .matchValidOnDate:
      switch value {
      case .null: matches.validity = .now
      case .date(let date) where date.timeIntervalSinceReferenceDate.isFinite:
        matches.validity = .on(date.timeIntervalSinceReferenceDate)
      default: problem.parameter("`\(key)` must be a date")
      }
    case .matchPolicy: problem.parameter("`\(key)` must be a policy")
    case .matchIssuers:
      guard case .collection(let elements) = value else { return problem.parameter("`\(key)` must be an array") }
      // An array without a name in it is as good as none.
      matches.issuers = elements.compactMap { if case .data(let name) = $0 { [UInt8](name) } else { nil } }
        .filter { CertificateFields.isName($0) }
    case .matchItemList, .matchSearchList: break
    default: ignore(key, value)
    }
  }

  private mutating func readLimit(_ value: NativeValue) {
    switch value {
    case .text(QueryValue.limitOne): limit = .one
    case .text(QueryValue.limitAll): limit = .all
    case .number(1): limit = .one
    case .number(0): limit = Limit.none
    case .number(let count) where count > 1: limit = .atMost(Int(clamping: count))
    case .number: limit = .all
    default: problem.parameter("`m_Limit` must be a number or one of its two words")
    }
  }
}
