public import Foundation
public import KeychainCrypto
public import KeychainSchema

/// What became of every item of a backup.
public struct RestoreReport: Sendable {
  /// Why an item cannot be restored here.
  public enum Obstacle: Sendable, Equatable {
    /// It is bound to a device whose secret is not on this one.
    case otherDevice
    /// It is bound to a device, and a portable keychain is bound to none.
    case portableKeychain
    /// It needs a passcode, and is in no backup that this library writes.
    case needsPasscode
    /// It asks for a person, or the item in its place does.
    case asksForPerson
    /// A newer version wrote it, or the item in its place.
    case newerVersion
    /// A rule forbids the caller to write it; the text says why.
    case denied(String)
  }

  /// What became of an item.
  public enum Outcome: Sendable, Equatable {
    /// It was not there, or had been deleted.
    case added
    /// The item that was there is older: it was changed, and keeps its reference.
    case replaced
    /// The item that was there is as new or newer, and another: it stays.
    case keptLocal
    /// It is there as it is in the backup.
    case unchanged
    /// It is not restored, and would not be on another try.
    case notRestorable(Obstacle)
    /// It makes no sense, or has more than an item can hold; the text says what.
    case failed(String)
  }

  /// An item of the backup and what became of it.
  public struct Entry: Sendable {
    /// The class of the item.
    public let itemClass: ItemClass
    /// Its name for good in the keychain it came from.
    public let identifier: Identifier
    /// The access group it is in; empty where that could not be read.
    public let accessGroup: String
    /// What people call it.
    public let label: String?
    /// What became of it.
    public let outcome: Outcome
  }

  /// Whether nothing was written: the report is of what would be.
  public let isRehearsal: Bool
  /// When the backup was made.
  public let backupDate: Date
  /// What the backup says of itself, what was left out of it included.
  public let manifest: BackupManifest
  /// Every item, in the order of the backup.
  public let entries: [Entry]

  /// How many items became the same.
  public func count(of outcome: Outcome) -> Int {
    entries.count { $0.outcome == outcome }
  }

  /// The items that are not in the keychain as they are in the backup, and not because a newer one is.
  public var missing: [Entry] {
    entries.filter { entry in
      switch entry.outcome {
      case .notRestorable, .failed: true
      case .added, .replaced, .keptLocal, .unchanged: false
      }
    }
  }
}

extension RestoreReport.Obstacle: CustomStringConvertible {
  /// The end of a sentence that begins with the item.
  public var description: String {
    switch self {
    case .otherDevice: "it is bound to another device"
    case .portableKeychain: "it is bound to a device, and this keychain to none"
    case .needsPasscode: "it needs a passcode"
    case .asksForPerson: "it asks for a person"
    case .newerVersion: "a newer version wrote it"
    case .denied(let reason): reason
    }
  }
}
