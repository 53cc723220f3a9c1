import Foundation
import KeychainPolicy
import KeychainSchema

/// The item an add is to make, before defaults.
struct ItemDraft {
  let itemClass: ItemClass
  var attributes: AttributeSet
  var accessControl: AccessControl?
  var protection: ProtectionFilter?
  var isSynchronizable = false
  /// Whether it is to be a tombstone from the start: what a delete would have left of the item.
  var isTombstone = false
  var secret = SecretContent()

  /// The item of a typed query, which is never a tombstone: those are made for a sync engine, by dictionaries.
  init(_ query: ItemQuery) throws(KeychainError) {
    try self.init(whole: query)
    if isTombstone { throw .parameter("a tombstone is left by a delete") }
  }

  private init(whole query: ItemQuery) throws(KeychainError) {
    guard case .items(let itemClass) = query.target else {
      throw .parameter("an identity is added by its certificate and its key")
    }
    self.itemClass = itemClass
    attributes = query.attributes
    protection = query.protection
    isSynchronizable = query.synchronizable == .synchronizable
    isTombstone = query.isTombstone == true
    accessControl = query.accessControl
    if accessControl != nil, isSynchronizable {
      throw .parameter("an item with an access control is never synchronizable")
    }
    for attribute in Self.placed where attributes.contains(attribute) {
      throw .parameter("`\(attribute.code.text)` has a value that no item can have")
    }
    secret.takeExtras(from: &attributes)
  }

  /// What a query keeps apart from its attributes: found among them, it was given a value without a meaning.
  private static let placed: [Attribute] = [.accessGroup, .accessible, .accessControl, .synchronizable, .tombstone]

  init(_ query: ItemQuery, _ dictionary: ParsedDictionary) throws(KeychainError) {
    try self.init(whole: query)
    accessControl = dictionary.accessControl
    if protection == nil, accessControl == nil { protection = dictionary.impliedProtection.map { .of($0) } }
    secret.value = dictionary.valueData.map { .data($0) }
  }

  /// The item with every default filled in, and judged as a whole.
  func content(
    in group: AccessGroup, by caller: Caller, at seconds: Double
  ) throws(KeychainError) -> ItemContent {
    let protection = try resolvedProtection(in: group)
    let attributes = DefaultValues(
      group: group, protection: protection, accessControl: accessControl, isSynchronizable: isSynchronizable,
      seconds: seconds
    ).filling(attributes, of: itemClass)
    try secret.checkLimits()
    let item = WrittenItem(
      protection: protection, isSynchronizable: isSynchronizable, hasSharingGroup: attributes.contains(.sharingGroup))
    try Policy.require(Request(.add, by: caller, item: item), at: .item)
    let content = ItemContent(itemClass: itemClass, attributes: attributes, secret: secret)
    return isTombstone ? content.tombstone(at: seconds) : content
  }

  private func resolvedProtection(in group: AccessGroup) throws(KeychainError) -> ProtectionClass {
    switch (protection, accessControl) {
    case (.some, .some): throw .parameter("`pdmn` and `accc` exclude each other")
    case (nil, let control?): return control.protection
    case (.of(let protection), nil): return protection
    case (.untilReboot, nil): throw .parameter("no item can be sealed until the next start only")
    case (nil, nil): return group == Self.pushGroup ? .alwaysThisDeviceOnly : itemClass.defaultProtection
    }
  }

  /// The one group whose items are always readable by default.
  private static let pushGroup: AccessGroup = "com.apple.apsd"
}
