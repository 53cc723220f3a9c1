public import Foundation

// The classes of items.
// `NSString` is not `Sendable`; what never changes can be shared all the same, and is safe to use.

/// The class of an item: a key that every query and every new item has.
@safe nonisolated(unsafe) public let kSecClass: CFString = "class"  // never changes
/// Passwords of programs, told apart by account and service.
@safe nonisolated(unsafe) public let kSecClassGenericPassword: CFString = "genp"  // never changes
/// Passwords of servers, told apart by account, server, protocol, port and path.
@safe nonisolated(unsafe) public let kSecClassInternetPassword: CFString = "inet"  // never changes
/// Passwords of AppleShare volumes; no such item can be stored.
@safe nonisolated(unsafe) public let kSecClassAppleSharePassword: CFString = "apls"  // never changes
/// Certificates.
@safe nonisolated(unsafe) public let kSecClassCertificate: CFString = "cert"  // never changes
/// Cryptographic keys.
@safe nonisolated(unsafe) public let kSecClassKey: CFString = "keys"  // never changes
/// Certificates together with their private keys.
@safe nonisolated(unsafe) public let kSecClassIdentity: CFString = "idnt"  // never changes
