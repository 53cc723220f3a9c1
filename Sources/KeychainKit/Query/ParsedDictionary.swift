import Foundation
import KeychainPolicy
import KeychainSchema

/// A query dictionary read once: what it asks, what it names, and the first thing wrong with it.
///
/// Reading never throws, because which error is answered first differs a call (`CallCheck`): the stages look at what
/// they need of this value and throw in their own order. Whoever has the dictionary in another form than Swift's reads
/// its entries in one by one, and finishes.
package struct ParsedDictionary {
  /// The class as given, nil where there was none that counts.
  var classCode: String?
  /// Attributes in order of their codes; those with a field of their own are not among them.
  var attributes = AttributeSet(minimumCapacity: 6)
  var group = AskedGroup.absent
  /// `sync`, `tomb` and `pdmn` as they were given.
  var synchronizable: AttributeValue?
  var tombstone: AttributeValue?
  var accessible: String?
  /// The classes whose items have every attribute that was named.
  var commonClasses = ItemClassSet.all
  var accessControl: AccessControl?
  /// The class of an item without an access control, as a copy gives it in place of one.
  var impliedProtection: ProtectionClass?
  var isAccessControlMistyped = false
  var valueData: Data?
  var reference: [UInt8]?
  var results = ResultOptions()
  var matches = MatchFilters()
  var limit: Limit?
  var leavesTombstones: Bool?
  /// `kSecUseAuthenticationUI`, where it was given.
  var authenticationWord: AuthenticationUI?
  /// `kSecUseNoAuthenticationUI`.
  var forbidsAuthenticationUI = false
  var hasAuthenticationContext = false
  var authenticationContext: AuthenticationContext?
  /// `kSecUseOperationPrompt`: what a person is told.
  var operationPrompt: String?
  var hasCredentialReference = false
  var hasItemList = false
  var namesSystemKeychain = false
  var namesAppClip = false
  var privileges = Privileges()
  /// Codes without an attribute, judged when the class is known.
  var unknownCodes: [String] = []
  var otherKeyCount = 0
  var problem = QueryProblem()
  /// Whether a number with a fraction stands anywhere.
  var holdsFraction = false

  /// Keys of `attributesToUpdate` that name no attribute.
  var metaKeys: [String] = []

  /// What the dictionary is to a call.
  package enum Role: Sendable {
    case query
    /// `attributesToUpdate`: attributes and the new secret, nothing else.
    case changes
  }

  let role: Role

  /// Nothing read yet.
  package init(role: Role) {
    self.role = role
  }

  init(_ dictionary: [String: Any], role: Role = .query) {
    self.init(role: role)
    for (key, value) in dictionary {
      read(key, NativeValue(value))
    }
    finish()
  }

  /// Notes what only the whole dictionary shows to be wrong; nothing is read afterwards.
  package mutating func finish() {
    if hasAuthenticationContext, hasCredentialReference {
      problem.parameter("an authentication context and a credential reference exclude each other")
    }
  }

  /// Notes a key that is no text: a number names no attribute, and nothing else can be a key.
  package mutating func readKey(_ key: NativeValue) {
    switch key {
    case .number, .boolean, .fraction: problem.note(.noSuchAttribute("a number"))
    default: problem.parameter("a key of a query is text")
    }
  }

  /// Reads one entry.
  package mutating func read(_ key: String, _ value: NativeValue) {
    switch value {
    case .fraction: return holdsFraction = true
    default: break
    }
    // Characters count, not bytes; a key in ASCII, as every known one is, has as many of both.
    if key.utf16.count == 4 {
      readAttribute(key, value)
    } else {
      otherKeyCount += 1
      switch role {
      case .query: readOther(key, value)
      case .changes: readChange(key, value)
      }
    }
  }

  private mutating func readAttribute(_ key: String, _ value: NativeValue) {
    guard let code = FourCharacterCode(key), let entry = AttributeTable.entry(for: code) else {
      return readUnknown(key, value)
    }
    if entry.traits.contains(.privileged), let privilege = entry.privilege(for: value.converted(to: entry.kind)) {
      privileges.formUnion(Privileges(privilege))
    }
    switch entry.attribute {
    case .accessGroup: return readGroup(value)
    case .accessControl: return readAccessControl(value)
    default: break
    }
    guard let converted = value.converted(to: entry.kind) else {
      return problem.parameter("`\(key)` has a value of a type it does not accept")
    }
    commonClasses.formIntersection(entry.classes)
    switch entry.attribute {
    case .synchronizable: synchronizable = converted
    case .tombstone: tombstone = converted
    case .accessible: if case .text(let code) = converted { accessible = code }
    default: attributes[code] = converted
    }
  }

  private mutating func readUnknown(_ key: String, _ value: NativeValue) {
    switch key {
    case QueryValue.dataProtectionKeychain: ignore(key, value)
    case QueryValue.appClip: namesAppClip = true
    case "data", "v_pk": problem.parameter("`\(key)` cannot be set")
    case "dspk": privileges.formUnion(Privileges(.plaintextFields))
    default: unknownCodes.append(key)
    }
  }

  private mutating func readGroup(_ value: NativeValue) {
    switch value {
    case .text(let text): group = .text(AccessGroup(text))
    default:
      // Other types that read as text are good enough for a read; that is policy's to say.
      group = value.asText.map { .converted(AccessGroup($0)) } ?? .noText
    }
  }

  private mutating func readAccessControl(_ value: NativeValue) {
    guard case .accessControl(let control) = value else {
      isAccessControlMistyped = true
      return
    }
    if control.isImplied { impliedProtection = control.protection } else { accessControl = control }
  }
}
