/// What an examination of a whole keychain found.
public struct KeychainExamination: Sendable {
  /// How grave a finding is.
  public enum Severity: String, Comparable, Sendable, CaseIterable {
    /// Good to know.
    case note
    /// Somebody should look at it, and nothing is lost.
    case warning
    /// Something cannot be read, or will not be soon.
    case damage

    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .damage: 2
      }
    }
  }

  /// One thing that was found.
  public struct Finding: Sendable, Equatable, CustomStringConvertible {
    /// What it is, for programs.
    public let kind: Kind
    /// How many, where it can be counted.
    public let count: Int
    /// A sentence for people, lower case and without a full stop; no name, no value and no secret is in it.
    public let description: String

    public var severity: Severity { kind.severity }
  }

  /// In the order in which things were looked at.
  public let findings: [Finding]
  /// How the rows of items opened.
  public let items: ItemTally
  /// What the state record and the anchor say.
  public let condition: KeychainCondition
  /// The copies beside the file, the newest first.
  public let snapshots: [KeychainSnapshot]

  /// The gravest finding's; nil where there is none.
  public var severity: Severity? { findings.map(\.severity).max() }

  /// Whether nothing is damaged and nobody has to look at anything.
  public var isSound: Bool { severity ?? .note == .note }
}

extension KeychainExamination {
  /// How many rows of items opened, and what kept others from it.
  public struct ItemTally: Sendable, Equatable {
    /// Items that opened whole, secret included, by their class.
    public internal(set) var opened: [ItemClass: Int] = [:]
    /// What deletions of synchronizable items left behind.
    public internal(set) var tombstoneCount = 0
    /// Items that could not be looked at, by the protection class that is locked.
    public internal(set) var locked: [ProtectionClass: Int] = [:]
    /// Items that a newer version wrote.
    public internal(set) var newerCount = 0
    /// Items under a key that the key bag does not know.
    public internal(set) var keyMissingCount = 0
    /// Items whose key was destroyed, knowingly and for good.
    public internal(set) var keyDestroyedCount = 0
    /// Items that do not open.
    public internal(set) var unreadableCount = 0
    /// Of these, items whose copies in quarantine the owner has accepted.
    public internal(set) var acceptedCount = 0
    /// Items that open and whose columns for searching are not those of their attributes.
    public internal(set) var inconsistentCount = 0

    /// Items that opened whole.
    public var openedCount: Int { opened.values.reduce(0, +) }
    /// Items of locked classes.
    public var lockedCount: Int { locked.values.reduce(0, +) }
  }
}

extension KeychainExamination {
  /// Everything that an examination can find; the raw value is for programs.
  public enum Kind: String, Sendable, CaseIterable {
    case fileDamaged, indexDamaged, itemsUnreachable
    case itemsUnreadable, itemsKeyMissing, itemsInconsistent, itemsNewer, itemsLocked, itemsKeyDestroyed
    case rowsAltered, olderFile, salvaged, setAside
    case quarantined, quarantineAccepted, readOnly
    case keybagRowDamaged, keybagFileMissing, keybagFileDiffers
    case deviceSecretUnusable, groupNameMissing
    case changesWaiting, noSnapshot, snapshotOld

    /// How grave it is.
    public var severity: Severity {
      switch self {
      case .fileDamaged, .indexDamaged, .itemsUnreachable, .itemsUnreadable, .itemsKeyMissing, .itemsInconsistent,
        .readOnly, .deviceSecretUnusable:
        .damage
      case .itemsNewer, .rowsAltered, .olderFile, .salvaged, .quarantined, .keybagRowDamaged, .keybagFileMissing,
        .keybagFileDiffers, .groupNameMissing:
        .warning
      case .itemsLocked, .itemsKeyDestroyed, .setAside, .quarantineAccepted, .changesWaiting, .noSnapshot, .snapshotOld:
        .note
      }
    }
  }
}
