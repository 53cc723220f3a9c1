public import Foundation

// When an item can be read.
// `NSString` is not `Sendable`; what never changes can be shared all the same, and is safe to use.

/// When the item can be read: one of the values below.
@safe nonisolated(unsafe) public let kSecAttrAccessible: CFString = "pdmn"  // never changes
/// While the keychain is unlocked. This is the default.
@safe nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlocked: CFString = "ak"  // never changes
/// From the first unlock on.
@safe nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"  // never changes
/// Always; deprecated by the published headers.
@safe nonisolated(unsafe) public let kSecAttrAccessibleAlways: CFString = "dk"  // never changes
/// While the keychain is unlocked, and on this device only.
@safe nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"  // never changes
/// From the first unlock on, and on this device only.
@safe nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString =  // never changes
  "cku"
/// Always, and on this device only; deprecated by the published headers.
@safe nonisolated(unsafe) public let kSecAttrAccessibleAlwaysThisDeviceOnly: CFString = "dku"  // never changes
/// While the keychain is unlocked by a passphrase, and gone when the passphrase is removed.
@safe nonisolated(unsafe) public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString =  // never changes
  "akpu"
/// Always, as system components name it.
@safe nonisolated(unsafe) public let kSecAttrAccessibleAlwaysPrivate: CFString = "dk"  // never changes
/// Always, and on this device only, as system components name it.
@safe nonisolated(unsafe) public let kSecAttrAccessibleAlwaysThisDeviceOnlyPrivate: CFString = "dku"  // never changes
/// Until the machine restarts.
@safe nonisolated(unsafe) public let kSecAttrAccessibleUntilReboot: CFString = "f"  // never changes
