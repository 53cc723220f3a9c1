import Foundation
import KeychainPolicy
import KeychainSchema

/// What an update does to every item it matches.
struct ItemChange {
  var attributes = AttributeSet()
  var accessGroup: AccessGroup?
  var protection: ProtectionClass?
  var accessControl: AccessControl?
  var isSynchronizable: Bool?
  /// The new secret, and the extra fields that are replaced beside it.
  var secret = SecretContent()

  /// Attributes that an update accepts and leaves alone.
  private static let ignored: [Attribute] = [.modificationDate, .multiUser, .digest]

  init() {}

  /// Parses `attributesToUpdate`: attributes of the class and `v_Data`, nothing else.
  init(_ dictionary: ParsedDictionary, of target: ItemQuery.Target) throws(KeychainError) {
    var problem = dictionary.problem
    for key in dictionary.metaKeys { problem.note(.noSuchAttribute(key)) }
    for code in dictionary.unknownCodes { problem.note(.noSuchAttribute(code)) }
    if dictionary.group == .noText { problem.parameter("`agrp` must be text") }
    for entry in dictionary.attributes.entries {
      guard let attribute = Attribute(code: entry.code) else { continue }
      if !target.classes.contains(where: { attribute.belongs(to: $0) }) {
        problem.note(.noSuchAttribute(entry.code.text))
      }
    }
    try problem.check()
    attributes = dictionary.attributes
    accessGroup = dictionary.group.group
    accessControl = dictionary.accessControl
    try takeProtection(dictionary.accessible)
    if protection == nil, accessControl == nil { protection = dictionary.impliedProtection }
    try takeSynchronizable(dictionary.synchronizable, tombstone: dictionary.tombstone)
    if let value = dictionary.valueData { secret.value = .data(value) }
    for attribute in Self.ignored { attributes[attribute] = nil }
    secret.takeExtras(from: &attributes)
    try secret.checkLimits()
  }

  private mutating func takeProtection(_ code: String?) throws(KeychainError) {
    guard let code else { return }
    guard let protection = ProtectionClass(code: code) else {
      throw .parameter("`pdmn` is no protection class that an item can have")
    }
    if accessControl != nil { throw .parameter("`pdmn` and `accc` exclude each other") }
    self.protection = protection
  }

  private mutating func takeSynchronizable(
    _ value: AttributeValue?, tombstone: AttributeValue?
  ) throws(KeychainError) {
    switch value {
    case nil, .text(QueryValue.synchronizableAny): break
    case .number(0): isSynchronizable = false
    case .number(1): isSynchronizable = true
    default: throw .parameter("`sync` must be a boolean or `syna`")
    }
    switch tombstone {
    case nil, .number(0): break
    default: throw .parameter("a tombstone is left by a delete")
    }
  }
}

extension ItemChange {
  /// What an upsert changes of an item that is there: the attributes it names and the secret.
  init(naming draft: ItemDraft) {
    attributes = draft.attributes
    if case .of(let protection) = draft.protection { self.protection = protection }
    accessControl = draft.accessControl
    secret = draft.secret
    for attribute in Self.ignored + [.creationDate] { attributes[attribute] = nil }
  }

  /// What has a property of its own is taken from there, or else from among the attributes, under the same rules.
  init(_ changes: ItemChanges, of target: ItemQuery.Target) throws(KeychainError) {
    try changes.attributes.check(for: target)
    attributes = changes.attributes
    accessControl = changes.accessControl
    secret.value = changes.secret.map { .bytes($0) }
    try takeProtection(attributes.text(.accessible))
    try takeSynchronizable(attributes[.synchronizable], tombstone: attributes[.tombstone])
    for attribute in [Attribute.accessible, .synchronizable, .tombstone] { attributes[attribute] = nil }
    accessGroup = (changes.accessGroup ?? attributes.text(.accessGroup)).map { AccessGroup($0) }
    attributes[.accessGroup] = nil
    protection = changes.accessible ?? protection
    isSynchronizable = changes.isSynchronizable ?? isSynchronizable
    if protection != nil, accessControl != nil { throw .parameter("`pdmn` and `accc` exclude each other") }
    if isSynchronizable == true, accessControl != nil {
      throw .parameter("an item with an access control is never synchronizable")
    }
    for attribute in Self.ignored { attributes[attribute] = nil }
    secret.takeExtras(from: &attributes)
    try secret.checkLimits()
  }

  /// The protection class the items get, nil where it stays.
  var newProtection: ProtectionClass? { accessControl?.protection ?? protection }

  var changesSecret: Bool { !secret.isEmpty }

  /// Every attribute in which an item may differ afterwards, digest and clock aside.
  var touchedCodes: [FourCharacterCode] {
    var codes = attributes.entries.map(\.code)
    if accessGroup != nil { codes.append(Attribute.accessGroup.code) }
    if newProtection != nil { codes += [Attribute.accessible.code, Attribute.accessControl.code] }
    if isSynchronizable != nil { codes.append(Attribute.synchronizable.code) }
    codes.append(Attribute.modificationDate.code)
    return codes
  }

  /// The item as it is to be, its modification date later than before.
  func applied(to old: ItemContent, at seconds: Double) -> ItemContent {
    var new = old
    for entry in attributes.entries { new.attributes[entry.code] = entry.value }
    if let accessGroup { new.attributes[.accessGroup] = .text(accessGroup.name) }
    if let newProtection {
      new.attributes[.accessible] = .text(newProtection.code)
      new.attributes[.accessControl] = accessControl.map { .data($0.encoded) }
    }
    if let isSynchronizable { new.attributes[.synchronizable] = .number(isSynchronizable ? 1 : 0) }
    new.attributes[.modificationDate] = .date(old.later(at: seconds))
    if let value = secret.value { new.secret.value = value }
    for entry in secret.extras.entries { new.secret.extras[entry.code] = entry.value }
    return new
  }
}
