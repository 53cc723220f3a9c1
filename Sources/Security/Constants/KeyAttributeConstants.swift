public import Foundation

// The attributes of keys and certificates.
// `NSString` is not `Sendable`; what never changes can be shared all the same, and is safe to use.

/// The subject of a certificate, as DER.
@safe nonisolated(unsafe) public let kSecAttrSubject: CFString = "subj"  // never changes
/// The issuer of a certificate, as DER.
@safe nonisolated(unsafe) public let kSecAttrIssuer: CFString = "issr"  // never changes
/// The serial number of a certificate.
@safe nonisolated(unsafe) public let kSecAttrSerialNumber: CFString = "slnr"  // never changes
/// The subject key identifier of a certificate.
@safe nonisolated(unsafe) public let kSecAttrSubjectKeyID: CFString = "skid"  // never changes
/// The SHA-1 hash of a certificate's public key.
@safe nonisolated(unsafe) public let kSecAttrPublicKeyHash: CFString = "pkhh"  // never changes
/// The kind of a certificate, as a number.
@safe nonisolated(unsafe) public let kSecAttrCertificateType: CFString = "ctyp"  // never changes
/// The encoding of a certificate, as a number.
@safe nonisolated(unsafe) public let kSecAttrCertificateEncoding: CFString = "cenc"  // never changes
/// The kind of a revocation list, as a number.
@safe nonisolated(unsafe) public let kSecAttrCRLType: CFString = "crlt"  // never changes
/// The encoding of a revocation list, as a number.
@safe nonisolated(unsafe) public let kSecAttrCRLEncoding: CFString = "crle"  // never changes
/// What a program looks a key up by: of a pair, the hash of the public key.
@safe nonisolated(unsafe) public let kSecAttrApplicationLabel: CFString = "klbl"  // never changes
/// A name that a program gives a key.
@safe nonisolated(unsafe) public let kSecAttrApplicationTag: CFString = "atag"  // never changes
/// The program that made a key, as a number.
@safe nonisolated(unsafe) public let kSecAttrKeyCreator: CFString = "crtr"  // never changes
/// How many bits of a key count.
@safe nonisolated(unsafe) public let kSecAttrEffectiveKeySize: CFString = "esiz"  // never changes
/// When a key begins to be valid.
@safe nonisolated(unsafe) public let kSecAttrStartDate: CFString = "sdat"  // never changes
/// When a key ceases to be valid.
@safe nonisolated(unsafe) public let kSecAttrEndDate: CFString = "edat"  // never changes
/// Whether a key is stored in a keychain.
@safe nonisolated(unsafe) public let kSecAttrIsPermanent: CFString = "perm"  // never changes
/// Whether a key is private, as a flag.
@safe nonisolated(unsafe) public let kSecAttrIsPrivate: CFString = "priv"  // never changes
/// Whether a key can be changed.
@safe nonisolated(unsafe) public let kSecAttrIsModifiable: CFString = "modi"  // never changes
/// Whether a key leaves the keychain wrapped only.
@safe nonisolated(unsafe) public let kSecAttrIsSensitive: CFString = "sens"  // never changes
/// Whether a key was sensitive from the beginning.
@safe nonisolated(unsafe) public let kSecAttrWasAlwaysSensitive: CFString = "asen"  // never changes
/// Whether a key can leave the keychain.
@safe nonisolated(unsafe) public let kSecAttrIsExtractable: CFString = "extr"  // never changes
/// Whether a key could never leave the keychain.
@safe nonisolated(unsafe) public let kSecAttrWasNeverExtractable: CFString = "next"  // never changes
/// Whether a key can encrypt.
@safe nonisolated(unsafe) public let kSecAttrCanEncrypt: CFString = "encr"  // never changes
/// Whether a key can decrypt.
@safe nonisolated(unsafe) public let kSecAttrCanDecrypt: CFString = "decr"  // never changes
/// Whether another key can be derived from a key.
@safe nonisolated(unsafe) public let kSecAttrCanDerive: CFString = "drve"  // never changes
/// Whether a key can sign.
@safe nonisolated(unsafe) public let kSecAttrCanSign: CFString = "sign"  // never changes
/// Whether a key can verify a signature.
@safe nonisolated(unsafe) public let kSecAttrCanVerify: CFString = "vrfy"  // never changes
/// Whether a key can sign so that the signature gives back what was signed.
@safe nonisolated(unsafe) public let kSecAttrCanSignRecover: CFString = "snrc"  // never changes
/// Whether a key can verify a signature that gives back what was signed.
@safe nonisolated(unsafe) public let kSecAttrCanVerifyRecover: CFString = "vyrc"  // never changes
/// Whether a key can wrap another.
@safe nonisolated(unsafe) public let kSecAttrCanWrap: CFString = "wrap"  // never changes
/// Whether a key can unwrap another.
@safe nonisolated(unsafe) public let kSecAttrCanUnwrap: CFString = "unwp"  // never changes
