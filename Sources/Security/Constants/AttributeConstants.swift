public import Foundation

// The attributes that any item, or more than one class of them, has.
// `NSString` is not `Sendable`; what never changes can be shared all the same, and is safe to use.

/// What must be met before the item opens: a `SecAccessControl`.
@safe nonisolated(unsafe) public let kSecAttrAccessControl: CFString = "accc"  // never changes
/// Which programs may use an item of a file keychain; items here have none.
@safe nonisolated(unsafe) public let kSecAttrAccess: CFString = "acls"  // never changes
/// The access group that the item is in.
@safe nonisolated(unsafe) public let kSecAttrAccessGroup: CFString = "agrp"  // never changes
/// The access group of the items that tokens hold: a value of the key above.
@safe nonisolated(unsafe) public let kSecAttrAccessGroupToken: CFString = "com.apple.token"  // never changes
/// Whether the item is meant for other devices too.
@safe nonisolated(unsafe) public let kSecAttrSynchronizable: CFString = "sync"  // never changes
/// Items whether or not they are meant for other devices: a value of the key above.
@safe nonisolated(unsafe) public let kSecAttrSynchronizableAny: CFString = "syna"  // never changes
/// When the item was made.
@safe nonisolated(unsafe) public let kSecAttrCreationDate: CFString = "cdat"  // never changes
/// When the item was last written.
@safe nonisolated(unsafe) public let kSecAttrModificationDate: CFString = "mdat"  // never changes
/// What people call the item.
@safe nonisolated(unsafe) public let kSecAttrLabel: CFString = "labl"  // never changes
/// The kind of item, in people's words.
@safe nonisolated(unsafe) public let kSecAttrDescription: CFString = "desc"  // never changes
/// A remark of the user's.
@safe nonisolated(unsafe) public let kSecAttrComment: CFString = "icmt"  // never changes
/// The program that made the item, as a four-letter code.
@safe nonisolated(unsafe) public let kSecAttrCreator: CFString = "crtr"  // never changes
/// The kind of password, as a four-letter code.
@safe nonisolated(unsafe) public let kSecAttrType: CFString = "type"  // never changes
/// Whether lists for people leave the item out.
@safe nonisolated(unsafe) public let kSecAttrIsInvisible: CFString = "invi"  // never changes
/// Whether the item says that there is no password on purpose.
@safe nonisolated(unsafe) public let kSecAttrIsNegative: CFString = "nega"  // never changes
/// Another name for the item.
@safe nonisolated(unsafe) public let kSecAttrAlias: CFString = "alis"  // never changes
/// The script of the item's text.
@safe nonisolated(unsafe) public let kSecAttrScriptCode: CFString = "scrp"  // never changes
/// Whether the item has an icon of its own.
@safe nonisolated(unsafe) public let kSecAttrHasCustomIcon: CFString = "cusi"  // never changes
/// The persistent reference of the item, by its misspelt name.
@safe nonisolated(unsafe) public let kSecAttrPersistantReference: CFString = "persistref"  // never changes
/// The persistent reference of the item.
@safe nonisolated(unsafe) public let kSecAttrPersistentReference: CFString = "persistref"  // never changes
/// Whether the item is what a deleted one left behind.
@safe nonisolated(unsafe) public let kSecAttrTombstone: CFString = "tomb"  // never changes
/// A digest of the item's other attributes.
@safe nonisolated(unsafe) public let kSecAttrSHA1: CFString = "sha1"  // never changes
/// A name that other devices know the item by.
@safe nonisolated(unsafe) public let kSecAttrUUID: CFString = "UUID"  // never changes
/// The persona that the item belongs to.
@safe nonisolated(unsafe) public let kSecAttrMultiUser: CFString = "musr"  // never changes
/// Whether the item belongs to the system rather than the user.
@safe nonisolated(unsafe) public let kSecAttrSysBound: CFString = "sysb"  // never changes
/// The data-protection keychain rather than the file keychain, by an older name.
@safe nonisolated(unsafe) public let kSecAttrNoLegacy: CFString = "nleg"  // never changes
/// The part of a synchronized keychain that the item belongs to.
@safe nonisolated(unsafe) public let kSecAttrSyncViewHint: CFString = "vwht"  // never changes
/// Whether the item's name for other devices derives from its attributes.
@safe nonisolated(unsafe) public let kSecAttrDeriveSyncIDFromItemAttributes: CFString = "dspk"  // never changes
/// A number that a sync engine may read.
@safe nonisolated(unsafe) public let kSecAttrPCSPlaintextServiceIdentifier: CFString = "pcss"  // never changes
/// A key that a sync engine may read.
@safe nonisolated(unsafe) public let kSecAttrPCSPlaintextPublicKey: CFString = "pcsk"  // never changes
/// An identity that a sync engine may read.
@safe nonisolated(unsafe) public let kSecAttrPCSPlaintextPublicIdentity: CFString = "pcsi"  // never changes
/// The group of people that the item is shared with.
@safe nonisolated(unsafe) public let kSecAttrSharingGroup: CFString = "ggrp"  // never changes
/// Items that are shared with nobody: a value of the key above.
@safe nonisolated(unsafe) public let kSecAttrSharingGroupNone: CFString = ""  // never changes
/// The group of people that the item is shared with, by an older name.
@safe nonisolated(unsafe) public let kSecAttrGroupKitGroup: CFString = "ggrp"  // never changes
/// What a token knows the item by.
@safe nonisolated(unsafe) public let kSecAttrTokenOID: CFString = "toid"  // never changes
/// A key of the secure enclave, wrapped by it.
@safe nonisolated(unsafe) public let kSecAttrSecureEnclaveKeyBlob: CFString = "toid"  // never changes
