public import Foundation

// Passwords that are generated, shared, or open a file.
// `NSString` is not `Sendable`; what never changes can be shared all the same, and is safe to use.

/// How long a generated password may be.
@safe nonisolated(unsafe) public let kSecPasswordMaxLength: CFString = "PasswordMaxLength"  // never changes
/// How long a generated password must be; its text is that of the key above, as published.
@safe nonisolated(unsafe) public let kSecPasswordMinLength: CFString = "PasswordMaxLength"  // never changes
/// The characters that a generated password may have.
@safe nonisolated(unsafe) public let kSecPasswordAllowedCharacters: CFString =  // never changes
  "PasswordAllowedCharacters"
/// The sets of which a generated password has a character each.
@safe nonisolated(unsafe) public let kSecPasswordRequiredCharacters: CFString =  // never changes
  "PasswordRequiredCharacters"
/// The password of a shared web credential.
@safe nonisolated(unsafe) public let kSecSharedPassword: CFString = "spwd"  // never changes
/// The passphrase of a file that is imported or exported.
@safe nonisolated(unsafe) public let kSecImportExportPassphrase: CFString = "passphrase"  // never changes
/// The label of an imported item.
@safe nonisolated(unsafe) public let kSecImportItemLabel: CFString = "label"  // never changes
/// The identifier of an imported item's key.
@safe nonisolated(unsafe) public let kSecImportItemKeyID: CFString = "keyid"  // never changes
/// The evaluation of trust in an imported identity.
@safe nonisolated(unsafe) public let kSecImportItemTrust: CFString = "trust"  // never changes
/// The chain of certificates of an imported identity.
@safe nonisolated(unsafe) public let kSecImportItemCertChain: CFString = "chain"  // never changes
/// An imported identity.
@safe nonisolated(unsafe) public let kSecImportItemIdentity: CFString = "identity"  // never changes
