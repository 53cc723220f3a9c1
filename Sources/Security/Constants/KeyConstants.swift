public import Foundation

// What a key is.
// `NSString` is not `Sendable`; what never changes can be shared all the same, and is safe to use.

/// The class of a key: public, private or symmetric.
@safe nonisolated(unsafe) public let kSecAttrKeyClass: CFString = "kcls"  // never changes
/// The public key of a pair.
@safe nonisolated(unsafe) public let kSecAttrKeyClassPublic: CFString = "0"  // never changes
/// The private key of a pair.
@safe nonisolated(unsafe) public let kSecAttrKeyClassPrivate: CFString = "1"  // never changes
/// A key that both sides hold.
@safe nonisolated(unsafe) public let kSecAttrKeyClassSymmetric: CFString = "2"  // never changes
/// The algorithm of a key: one of the values below.
@safe nonisolated(unsafe) public let kSecAttrKeyType: CFString = "type"  // never changes
/// RSA.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeRSA: CFString = "42"  // never changes
/// Elliptic curves over a prime field, by their older name.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeEC: CFString = "73"  // never changes
/// The curves P-192, P-256, P-384 and P-521.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeECSECPrimeRandom: CFString = "73"  // never changes
/// The same curves in the accelerator of a secure enclave.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeECSECPrimeRandomPKA: CFString = "2147483678"  // never changes
/// The key with which a secure enclave attests.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeSecureEnclaveAttestation: CFString = "2147483679"  // never changes
/// The key with which a secure enclave attests without saying who it is.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeSecureEnclaveAnonymousAttestation: CFString =  // never changes
  "2147483680"
/// Ed25519.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeEd25519: CFString = "105"  // never changes
/// X25519.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeX25519: CFString = "106"  // never changes
/// Ed448.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeEd448: CFString = "107"  // never changes
/// X448.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeX448: CFString = "108"  // never changes
/// Kyber.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeKyber: CFString = "109"  // never changes
/// ML-KEM.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeMLKEM: CFString = "110"  // never changes
/// ML-DSA.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeMLDSA: CFString = "111"  // never changes
/// DES, of the file keychain.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeDES: CFString = "14"  // never changes
/// Triple DES, of the file keychain.
@safe nonisolated(unsafe) public let kSecAttrKeyType3DES: CFString = "17"  // never changes
/// RC2, of the file keychain.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeRC2: CFString = "23"  // never changes
/// RC4, of the file keychain.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeRC4: CFString = "25"  // never changes
/// DSA, of the file keychain.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeDSA: CFString = "43"  // never changes
/// CAST, of the file keychain.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeCAST: CFString = "56"  // never changes
/// AES, of the file keychain.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeAES: CFString = "2147483649"  // never changes
/// ECDSA, of the file keychain.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeECDSA: CFString = "73"  // never changes
/// The size of a key in bits, as it is stored.
@safe nonisolated(unsafe) public let kSecAttrKeySizeInBits: CFString = "bsiz"  // never changes
/// Kyber's middle size.
@safe nonisolated(unsafe) public let kSecAttrKeySizeKyber768: CFString = "768"  // never changes
/// Kyber's largest size.
@safe nonisolated(unsafe) public let kSecAttrKeySizeKyber1024: CFString = "1024"  // never changes
/// ML-KEM's middle size.
@safe nonisolated(unsafe) public let kSecAttrKeySizeMLKEM768: CFString = "768"  // never changes
/// ML-KEM's largest size.
@safe nonisolated(unsafe) public let kSecAttrKeySizeMLKEM1024: CFString = "1024"  // never changes
/// ML-DSA's middle size.
@safe nonisolated(unsafe) public let kSecAttrKeySizeMLDSA65: CFString = "65"  // never changes
/// ML-DSA's largest size.
@safe nonisolated(unsafe) public let kSecAttrKeySizeMLDSA87: CFString = "87"  // never changes
/// The token that holds the key itself.
@safe nonisolated(unsafe) public let kSecAttrTokenID: CFString = "tkid"  // never changes
/// The secure enclave.
@safe nonisolated(unsafe) public let kSecAttrTokenIDSecureEnclave: CFString = "com.apple.setoken"  // never changes
/// The key store of the secure enclave.
@safe nonisolated(unsafe) public let kSecAttrTokenIDAppleKeyStore: CFString = "com.apple.setoken:aks"  // never changes
/// The secure element.
@safe nonisolated(unsafe) public let kSecAttrTokenIDSecureElement: CFString = "com.apple.secelemtoken"  // never changes
/// What the private key of a new pair is stored with.
@safe nonisolated(unsafe) public let kSecPrivateKeyAttrs: CFString = "private"  // never changes
/// What the public key of a new pair is stored with.
@safe nonisolated(unsafe) public let kSecPublicKeyAttrs: CFString = "public"  // never changes
/// Whether a new key may pay.
@safe nonisolated(unsafe) public let kSecKeyApplePayEnabled: CFString = "applepay"  // never changes
/// Whether a new key is bound to the operating system.
@safe nonisolated(unsafe) public let kSecKeyOSBound: CFString = "osbound"  // never changes
/// Whether a new key is bound to sealed hashes of the operating system.
@safe nonisolated(unsafe) public let kSecKeySealedHashesBound: CFString = "sealedhashesbound"  // never changes
