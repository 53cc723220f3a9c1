/// When an item can be read. The raw value is what column `protection` and byte 2 of a box hold.
public enum ProtectionClass: UInt8, CaseIterable, Sendable {
  /// While the keychain is unlocked; the default.
  case whenUnlocked = 6
  /// From the first unlock on, locked or not.
  case afterFirstUnlock = 7
  /// Always.
  case always = 8
  /// While unlocked, on this device only: not part of a backup that another device can read.
  case whenUnlockedThisDeviceOnly = 9
  /// From the first unlock on, on this device only.
  case afterFirstUnlockThisDeviceOnly = 10
  /// Always, on this device only.
  case alwaysThisDeviceOnly = 11
  /// While unlocked, and only where a passphrase is set; gone when it is removed.
  case whenPasscodeSetThisDeviceOnly = 12

  /// The value of `kSecAttrAccessible`.
  public var code: String {
    switch self {
    case .whenUnlocked: "ak"
    case .afterFirstUnlock: "ck"
    case .always: "dk"
    case .whenUnlockedThisDeviceOnly: "aku"
    case .afterFirstUnlockThisDeviceOnly: "cku"
    case .alwaysThisDeviceOnly: "dku"
    case .whenPasscodeSetThisDeviceOnly: "akpu"
    }
  }

  /// The class of a value of `kSecAttrAccessible`; nil for every other text.
  @inlinable
  public init?(code: String) {
    switch code {
    case "ak": self = .whenUnlocked
    case "ck": self = .afterFirstUnlock
    case "dk": self = .always
    case "aku": self = .whenUnlockedThisDeviceOnly
    case "cku": self = .afterFirstUnlockThisDeviceOnly
    case "dku": self = .alwaysThisDeviceOnly
    case "akpu": self = .whenPasscodeSetThisDeviceOnly
    default: return nil
    }
  }

  /// Whether the class key is bound to the device secret; such items are never synchronizable.
  public var isThisDeviceOnly: Bool {
    rawValue >= Self.whenUnlockedThisDeviceOnly.rawValue
  }

  /// The body of the key bag that holds the class's keys.
  public var body: KeybagBody {
    switch self {
    case .always, .alwaysThisDeviceOnly: .device
    case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: .first
    case .whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly: .user
    }
  }
}

/// The three bodies of a key bag, by when their keys are in memory.
public enum KeybagBody: Sendable, CaseIterable {
  /// Always.
  case device
  /// From the first unlock on.
  case first
  /// While unlocked.
  case user
}
