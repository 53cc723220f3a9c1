public import Foundation
public import KeychainSchema

/// An item without its secret: its class, its attributes and what refers to it.
public struct Item: Sendable {
  /// Generic password, internet password, certificate or key.
  public let itemClass: ItemClass
  private let records: ItemRecords
  /// Names its row for good.
  private let uuid: Identifier
  /// How often the item was written: `compareAndSwap` goes by it.
  public let generation: Int64

  /// The item of attributes that were read.
  init(itemClass: ItemClass, records: ItemRecords, uuid: Identifier, generation: Int64) {
    self.itemClass = itemClass
    self.records = records
    self.uuid = uuid
    self.generation = generation
  }

  /// Every attribute, by code; what a newer version wrote is among them. All are decoded anew for each call: for one or
  /// two, ask for these.
  public var attributes: AttributeSet { records.attributes }
}

extension Item {
  /// Names the item for as long as it exists, whatever is changed of it (`kSecValuePersistentRef`, 20 bytes).
  public var persistentReference: Data {
    Data(PersistentReference.bytes(of: itemClass.code, uuid: uuid))
  }

  /// The value of an attribute, or nil where the item has none.
  public subscript(attribute: Attribute) -> AttributeValue? { records[attribute.code] }

  /// The account name; empty where there is none or it is data.
  public var account: String { text(.account) ?? "" }

  /// The service; empty where there is none.
  public var service: String { text(.service) ?? "" }

  /// The server; empty where there is none.
  public var server: String { text(.server) ?? "" }

  /// The port; 0 where there is none.
  public var port: Int { Int(number(.port) ?? 0) }

  /// The path on the server; empty where there is none.
  public var path: String { text(.path) ?? "" }

  /// What people call the item.
  public var label: String? { text(.label) }

  /// A remark of the user's.
  public var comment: String? { text(.comment) }

  /// The access group it is in.
  public var accessGroup: String { text(.accessGroup) ?? "" }

  /// Whether it is meant for other devices too.
  public var isSynchronizable: Bool { number(.synchronizable) == 1 }

  /// When it can be read.
  public var accessible: ProtectionClass? { text(.accessible).flatMap { ProtectionClass(code: $0) } }

  /// When it was made.
  public var creationDate: Date { date(.creationDate) }

  /// When it was last written.
  public var modificationDate: Date { date(.modificationDate) }

  private func text(_ attribute: Attribute) -> String? {
    if case .text(let text) = self[attribute] { text } else { nil }
  }

  private func number(_ attribute: Attribute) -> Int64? {
    if case .number(let number) = self[attribute] { number } else { nil }
  }

  private func date(_ attribute: Attribute) -> Date {
    guard case .date(let seconds) = self[attribute] else { return Date(timeIntervalSinceReferenceDate: 0) }
    return Date(timeIntervalSinceReferenceDate: seconds)
  }

  /// A query that finds this item and no other.
  public var query: ItemQuery {
    var query = ItemQuery(.items(itemClass))
    query.reference = PersistentReference(target: .items(itemClass), locator: .uuid(uuid))
    return query
  }
}
