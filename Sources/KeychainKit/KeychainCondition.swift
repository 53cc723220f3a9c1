public import Foundation

/// What a keychain's own record, and the anchor beside its device secret, say of the file.
public struct KeychainCondition: Equatable, Sendable {
  /// Why the rows are not all that this library wrote. Reported; calls go on.
  public enum Alteration: Equatable, Sendable, CaseIterable {
    /// A row was changed, dropped, added or put back as it had been.
    case rowsDiffer
    /// There is no record to compare the rows with.
    case recordMissing
    /// There is a record, and it does not open.
    case recordUnreadable
  }

  /// Why the file is an older one, or may be. It is only read until its owner accepts it.
  public enum Rollback: Equatable, Sendable, CaseIterable {
    /// The anchor is of a later state.
    case olderThanAnchor
    /// The anchor is of another state that was as far.
    case partedFromAnchor
    /// The anchor is gone, although there was one.
    case anchorMissing
    /// Something is in the anchor's place that is none.
    case anchorUnreadable
    /// There is an anchor, and no record that it could be compared with.
    case recordMissing
    /// This process has seen a later state.
    case olderThanSeen
    /// The key bag is older than the record.
    case olderKeybag
  }

  /// That the file is what was left of a damaged one. Reported; calls go on.
  public struct Salvage: Equatable, Sendable {
    /// When it was made.
    public let date: Date
    /// The name of the damaged file, which is kept beside it; nil where there was none.
    public let setAside: String?
  }

  /// What the last comparison of the rows with the record found; nil: nothing, or there was none yet.
  public let alteration: Alteration?
  /// Whether the file is an older one.
  public let rollback: Rollback?
  /// Whether it was salvaged, until its owner accepts it: what was deleted since a snapshot may be back.
  public let salvage: Salvage?

  init(alteration: Alteration?, rollback: Rollback?, salvage: Salvage? = nil) {
    self.alteration = alteration
    self.rollback = rollback
    self.salvage = salvage
  }

  /// Nothing speaks against the file, as far as was looked.
  public var isSound: Bool { alteration == nil && rollback == nil && salvage == nil }
}

extension KeychainCondition.Salvage {
  init(_ mark: SalvageMark) {
    date = Date(timeIntervalSinceReferenceDate: Double(mark.time))
    setAside = mark.setAside.isEmpty ? nil : mark.setAside
  }
}

extension KeychainCondition.Rollback: CustomStringConvertible {
  /// The end of a sentence about the file.
  public var description: String {
    switch self {
    case .olderThanAnchor: "it is older than its anchor"
    case .partedFromAnchor: "it is as far as its anchor, and not what the anchor was made from"
    case .anchorMissing: "its anchor is gone"
    case .anchorUnreadable: "its anchor cannot be read"
    case .recordMissing: "it has an anchor and no state record"
    case .olderThanSeen: "it is older than what this process has seen"
    case .olderKeybag: "its key bag is older than its state record"
    }
  }
}

extension KeychainCondition.Alteration: CustomStringConvertible {
  /// The end of a sentence about the file.
  public var description: String {
    switch self {
    case .rowsDiffer: "its rows are not those that were written"
    case .recordMissing: "it has no state record"
    case .recordUnreadable: "its state record does not open"
    }
  }
}

/// What a comparison of every row with the record found.
public struct StateReport: Equatable, Sendable {
  /// What the keychain is now known to be.
  public let condition: KeychainCondition
  /// How often the keychain was written, by its record; nil where there is none.
  public let epoch: UInt64?
  /// How many items and tombstones the record counts; nil where there is none.
  public let recordedItemCount: Int?
  /// How many there are.
  public let itemCount: Int
}
