public import Foundation

// The attributes of passwords.
// `NSString` is not `Sendable`; what never changes can be shared all the same, and is safe to use.

/// The account's name.
@safe nonisolated(unsafe) public let kSecAttrAccount: CFString = "acct"  // never changes
/// The service of a generic password.
@safe nonisolated(unsafe) public let kSecAttrService: CFString = "svce"  // never changes
/// Data of the program's own in a generic password.
@safe nonisolated(unsafe) public let kSecAttrGeneric: CFString = "gena"  // never changes
/// The server of an internet password: a host name or an address.
@safe nonisolated(unsafe) public let kSecAttrServer: CFString = "srvr"  // never changes
/// The security domain of an internet password, such as a realm.
@safe nonisolated(unsafe) public let kSecAttrSecurityDomain: CFString = "sdmn"  // never changes
/// The port of an internet password.
@safe nonisolated(unsafe) public let kSecAttrPort: CFString = "port"  // never changes
/// The path of an internet password.
@safe nonisolated(unsafe) public let kSecAttrPath: CFString = "path"  // never changes
/// The volume of an AppleShare password.
@safe nonisolated(unsafe) public let kSecAttrVolume: CFString = "volm"  // never changes
/// The network address of an AppleShare password.
@safe nonisolated(unsafe) public let kSecAttrAddress: CFString = "addr"  // never changes
/// The server's signature of an AppleShare password.
@safe nonisolated(unsafe) public let kSecAttrAFPServerSignature: CFString = "afps"  // never changes
/// Notes beside an internet password; sealed as it is.
@safe nonisolated(unsafe) public let kSecDataInetExtraNotes: CFString = "binn"  // never changes
/// Earlier values of an internet password; sealed as it is.
@safe nonisolated(unsafe) public let kSecDataInetExtraHistory: CFString = "bini"  // never changes
/// The first of four pieces of data that a program keeps beside an internet password.
@safe nonisolated(unsafe) public let kSecDataInetExtraClientDefined0: CFString = "bin0"  // never changes
/// The second of four pieces of data that a program keeps beside an internet password.
@safe nonisolated(unsafe) public let kSecDataInetExtraClientDefined1: CFString = "bin1"  // never changes
/// The third of four pieces of data that a program keeps beside an internet password.
@safe nonisolated(unsafe) public let kSecDataInetExtraClientDefined2: CFString = "bin2"  // never changes
/// The last of four pieces of data that a program keeps beside an internet password.
@safe nonisolated(unsafe) public let kSecDataInetExtraClientDefined3: CFString = "bin3"  // never changes
