public import Foundation

/// What a clone of a keychain holds, and what it does not.
public struct CloneReport: Sendable {
  /// Why an item was left out.
  public enum Reason: String, Sendable, CaseIterable {
    /// Its class is locked.
    case locked
    /// It needs a passphrase, and the clone has none.
    case passphraseNeeded
    /// It is bound to a device, and the clone is portable.
    case deviceNeeded
    /// It asks for a person, and nobody is asked.
    case asksForPerson
    /// A newer version wrote it.
    case newerVersion
    /// It does not open, or its key is gone.
    case unreadable
    /// It lies in quarantine alone, where the owner has not accepted it; `restoreQuarantine` may bring it back.
    case quarantined
  }

  /// An item that is not in the clone.
  public struct LeftOut: Sendable, Equatable {
    /// The item's own identifier, by which persistent references name it.
    public let uuid: UUID
    /// Nil where it cannot be told.
    public let itemClass: ItemClass?
    public let reason: Reason
  }

  /// Items that were copied; what deletions of synchronizable items left behind counts as well.
  public internal(set) var copiedCount = 0
  /// What was left out, in the order of the rows; what lies in quarantine alone is last.
  public internal(set) var leftOut: [LeftOut] = []
}
