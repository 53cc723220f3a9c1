public import Foundation
import KeychainSchema
import KeychainStorage

/// A row that could not be read, and what is known of it all the same.
public struct QuarantinedItem: Identifiable, Sendable {
  /// When it was found not to open.
  public enum Reason: String, Sendable, CaseIterable {
    /// While somebody looked for items.
    case unreadable
    /// While every row was sealed anew for another passphrase.
    case reseal
    /// While a damaged file was salvaged.
    case salvage
  }

  /// Its number in quarantine, which stays the same.
  public let id: Int64
  /// The item's own identifier, by which persistent references name it.
  public let uuid: UUID
  /// Of what class it was; nil where not even that can be read.
  public let itemClass: ItemClass?
  /// When it was copied.
  public let date: Date
  /// What was going on then; nil where a newer version copied it.
  public let reason: Reason?
  /// How many bytes are kept.
  public let byteCount: Int
  /// Whether the owner has seen it.
  public let isAccepted: Bool
}

/// What became of a row in quarantine that somebody wanted back.
public enum QuarantineOutcome: String, Sendable, CaseIterable {
  /// It opens, and is an item again. It has left quarantine.
  case restored
  /// The item itself opens again where it always was. The copy has left quarantine.
  case wasBack
  /// It opens, and another item has its identity now. The copy stays.
  case identityTaken
  /// Its class is locked.
  case locked
  /// A newer version wrote it.
  case newerVersion
  /// It still does not open. The copy stays.
  case unreadable
}

extension QuarantinedItem {
  init(_ row: QuarantinedRow) {
    id = row.id
    uuid = UUID(row.uuid)
    itemClass = ItemRowCopy(parsing: row.bytes).flatMap { ItemClass(column: $0.columns.itemClass) }
    date = Date(timeIntervalSinceReferenceDate: Double(row.time))
    reason = QuarantineReason(rawValue: row.why).map { Reason($0) }
    byteCount = row.bytes.count
    isAccepted = row.isAccepted
  }
}

extension QuarantinedItem.Reason {
  init(_ reason: QuarantineReason) {
    switch reason {
    case .undecodable: self = .unreadable
    case .rekey: self = .reseal
    case .salvage: self = .salvage
    }
  }
}

extension UUID {
  /// The UUID of the same sixteen bytes.
  init(_ identifier: Identifier) {
    let b = identifier.bytes
    self.init(
      uuid: (b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]))
  }
}
