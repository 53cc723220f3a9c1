public import Foundation

// How a server authenticates.
// `NSString` is not `Sendable`; what never changes can be shared all the same, and is safe to use.

/// How the server of an internet password authenticates: one of the values below.
@safe nonisolated(unsafe) public let kSecAttrAuthenticationType: CFString = "atyp"  // never changes
/// NTLM.
@safe nonisolated(unsafe) public let kSecAttrAuthenticationTypeNTLM: CFString = "ntlm"  // never changes
/// The Microsoft Network's default.
@safe nonisolated(unsafe) public let kSecAttrAuthenticationTypeMSN: CFString = "msna"  // never changes
/// Distributed password authentication.
@safe nonisolated(unsafe) public let kSecAttrAuthenticationTypeDPA: CFString = "dpaa"  // never changes
/// Remote password authentication.
@safe nonisolated(unsafe) public let kSecAttrAuthenticationTypeRPA: CFString = "rpaa"  // never changes
/// HTTP's basic scheme.
@safe nonisolated(unsafe) public let kSecAttrAuthenticationTypeHTTPBasic: CFString = "http"  // never changes
/// HTTP's digest scheme.
@safe nonisolated(unsafe) public let kSecAttrAuthenticationTypeHTTPDigest: CFString = "httd"  // never changes
/// A form on a page.
@safe nonisolated(unsafe) public let kSecAttrAuthenticationTypeHTMLForm: CFString = "form"  // never changes
/// Whatever the server's default is.
@safe nonisolated(unsafe) public let kSecAttrAuthenticationTypeDefault: CFString = "dflt"  // never changes
