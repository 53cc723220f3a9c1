public import Foundation

// The parts of a synchronized keychain.
// `NSString` is not `Sendable`; what never changes can be shared all the same, and is safe to use.

/// Unlocking one device with another.
@safe nonisolated(unsafe) public let kSecAttrViewHintContinuityUnlock: CFString = "ContinuityUnlock"  // never changes
/// Apple TV.
@safe nonisolated(unsafe) public let kSecAttrViewHintAppleTV: CFString = "AppleTV"  // never changes
/// HomeKit.
@safe nonisolated(unsafe) public let kSecAttrViewHintHomeKit: CFString = "HomeKit"  // never changes
/// Pairing with accessories.
@safe nonisolated(unsafe) public let kSecAttrViewHintAccessoryPairing: CFString = "AccessoryPairing"  // never changes
/// Protected cloud storage: CloudKit.
@safe nonisolated(unsafe) public let kSecAttrViewHintPCSCloudKit: CFString = "PCS-CloudKit"  // never changes
/// Protected cloud storage: escrow.
@safe nonisolated(unsafe) public let kSecAttrViewHintPCSEscrow: CFString = "PCS-Escrow"  // never changes
/// Protected cloud storage: disk encryption.
@safe nonisolated(unsafe) public let kSecAttrViewHintPCSFDE: CFString = "PCS-FDE"  // never changes
/// Protected cloud storage: Feldspar.
@safe nonisolated(unsafe) public let kSecAttrViewHintPCSFeldspar: CFString = "PCS-Feldspar"  // never changes
/// Protected cloud storage: large attachments of mails.
@safe nonisolated(unsafe) public let kSecAttrViewHintPCSMailDrop: CFString = "PCS-Maildrop"  // never changes
/// Protected cloud storage: the master key.
@safe nonisolated(unsafe) public let kSecAttrViewHintPCSMasterKey: CFString = "PCS-MasterKey"  // never changes
/// Protected cloud storage: notes.
@safe nonisolated(unsafe) public let kSecAttrViewHintPCSNotes: CFString = "PCS-Notes"  // never changes
/// Protected cloud storage: photos.
@safe nonisolated(unsafe) public let kSecAttrViewHintPCSPhotos: CFString = "PCS-Photos"  // never changes
/// Protected cloud storage: sharing.
@safe nonisolated(unsafe) public let kSecAttrViewHintPCSSharing: CFString = "PCS-Sharing"  // never changes
/// Protected cloud storage: backups.
@safe nonisolated(unsafe) public let kSecAttrViewHintPCSiCloudBackup: CFString = "PCS-Backup"  // never changes
/// Protected cloud storage: files.
@safe nonisolated(unsafe) public let kSecAttrViewHintPCSiCloudDrive: CFString = "PCS-iCloudDrive"  // never changes
/// Protected cloud storage: messages.
@safe nonisolated(unsafe) public let kSecAttrViewHintPCSiMessage: CFString = "PCS-iMessage"  // never changes
/// The registry of watches.
@safe nonisolated(unsafe) public let kSecAttrViewHintNanoRegistry: CFString = "NanoRegistry"  // never changes
/// Moving a watch to another phone.
@safe nonisolated(unsafe) public let kSecAttrViewHintWatchMigration: CFString = "WatchMigration"  // never changes
/// Engram.
@safe nonisolated(unsafe) public let kSecAttrViewHintEngram: CFString = "Engram"  // never changes
/// Manatee.
@safe nonisolated(unsafe) public let kSecAttrViewHintManatee: CFString = "Manatee"  // never changes
/// Unlocking by a watch.
@safe nonisolated(unsafe) public let kSecAttrViewHintAutoUnlock: CFString = "AutoUnlock"  // never changes
/// Health.
@safe nonisolated(unsafe) public let kSecAttrViewHintHealth: CFString = "Health"  // never changes
/// Apple Pay.
@safe nonisolated(unsafe) public let kSecAttrViewHintApplePay: CFString = "ApplePay"  // never changes
/// Home.
@safe nonisolated(unsafe) public let kSecAttrViewHintHome: CFString = "Home"  // never changes
/// What peers of limited rights may have.
@safe nonisolated(unsafe) public let kSecAttrViewHintLimitedPeersAllowed: CFString =  // never changes
  "LimitedPeersAllowed"
/// Licensed accessories.
@safe nonisolated(unsafe) public let kSecAttrViewHintMFi: CFString = "MFi"  // never changes
/// Mail.
@safe nonisolated(unsafe) public let kSecAttrViewHintMail: CFString = "Mail"  // never changes
/// Contacts.
@safe nonisolated(unsafe) public let kSecAttrViewHintContacts: CFString = "Contacts"  // never changes
/// Photos.
@safe nonisolated(unsafe) public let kSecAttrViewHintPhotos: CFString = "Photos"  // never changes
/// Groups of people.
@safe nonisolated(unsafe) public let kSecAttrViewHintGroups: CFString = "Groups"  // never changes
/// Find My.
@safe nonisolated(unsafe) public let kSecAttrViewHintFindMy: CFString = "FindMy"  // never changes
/// The access group of a sync engine's own items.
@safe nonisolated(unsafe) public let kSOSInternalAccessGroup: CFString = "com.apple.security.sos"  // never changes
