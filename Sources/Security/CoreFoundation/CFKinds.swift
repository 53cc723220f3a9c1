import Foundation
import KeychainKit

/// What kind of object something is; its number is the type ID.
///
/// The numbers are ours, and others than those that C gets. Programs compare them with the results of the functions
/// below and with nothing else.
enum CFKind: CFTypeID {
  case other = 0
  case string, number, boolean, data, date, null, dictionary, array, set, error, url
  case accessControl, key, certificate, identity, trust

  /// The kind of an object.
  init(_ object: AnyObject) {
    switch object {
    case is NSString: self = .string
    case let number as NSNumber: self = type(of: number) == NativeValue.booleanClass ? .boolean : .number
    case is NSData: self = .data
    case is NSDate: self = .date
    case is NSNull: self = .null
    case is NSDictionary: self = .dictionary
    case is NSArray: self = .array
    case is NSSet: self = .set
    case is NSError: self = .error
    case is NSURL: self = .url
    case is SecAccessControl: self = .accessControl
    case is SecKey: self = .key
    case is SecCertificate: self = .certificate
    case is SecIdentity: self = .identity
    case is SecTrust: self = .trust
    default: self = .other
    }
  }
}

/// The type ID of an object; 0 for a class that Core Foundation does not know.
@discardableResult
public func CFGetTypeID(_ cf: CFTypeRef!) -> CFTypeID { CFKind(cf).rawValue }

/// Whether two objects are equal.
@discardableResult
public func CFEqual(_ cf1: CFTypeRef!, _ cf2: CFTypeRef!) -> Bool {
  if cf1 === cf2 { return true }
  // A boolean is a number to Foundation, and a kind of its own to Core Foundation.
  guard CFKind(cf1) == CFKind(cf2), let left = cf1 as? NSObject else { return false }
  return left.isEqual(cf2)
}

/// The hash of an object; equal objects have equal ones.
@discardableResult
public func CFHash(_ cf: CFTypeRef!) -> CFHashCode {
  guard let object = cf as? NSObject else { return CFHashCode(bitPattern: ObjectIdentifier(cf).hashValue) }
  // Foundation makes more than one null on Linux: all of them are equal, and each hashes as itself.
  if object is NSNull { return CFKind.null.rawValue }
  return CFHashCode(bitPattern: object.hash)
}

/// The type ID of text.
@discardableResult
public func CFStringGetTypeID() -> CFTypeID { CFKind.string.rawValue }
/// The type ID of numbers.
@discardableResult
public func CFNumberGetTypeID() -> CFTypeID { CFKind.number.rawValue }
/// The type ID of booleans.
@discardableResult
public func CFBooleanGetTypeID() -> CFTypeID { CFKind.boolean.rawValue }
/// The type ID of bytes.
@discardableResult
public func CFDataGetTypeID() -> CFTypeID { CFKind.data.rawValue }
/// The type ID of instants.
@discardableResult
public func CFDateGetTypeID() -> CFTypeID { CFKind.date.rawValue }
/// The type ID of the null object.
@discardableResult
public func CFNullGetTypeID() -> CFTypeID { CFKind.null.rawValue }
/// The type ID of dictionaries.
@discardableResult
public func CFDictionaryGetTypeID() -> CFTypeID { CFKind.dictionary.rawValue }
/// The type ID of arrays.
@discardableResult
public func CFArrayGetTypeID() -> CFTypeID { CFKind.array.rawValue }
/// The type ID of sets.
@discardableResult
public func CFSetGetTypeID() -> CFTypeID { CFKind.set.rawValue }
/// The type ID of errors.
@discardableResult
public func CFErrorGetTypeID() -> CFTypeID { CFKind.error.rawValue }
/// The type ID of locators.
@discardableResult
public func CFURLGetTypeID() -> CFTypeID { CFKind.url.rawValue }
/// The type ID of access controls.
@discardableResult
public func SecAccessControlGetTypeID() -> CFTypeID { CFKind.accessControl.rawValue }
/// The type ID of keys.
@discardableResult
public func SecKeyGetTypeID() -> CFTypeID { CFKind.key.rawValue }
/// The type ID of certificates.
@discardableResult
public func SecCertificateGetTypeID() -> CFTypeID { CFKind.certificate.rawValue }
/// The type ID of identities.
@discardableResult
public func SecIdentityGetTypeID() -> CFTypeID { CFKind.identity.rawValue }
/// The type ID of evaluations of trust.
@discardableResult
public func SecTrustGetTypeID() -> CFTypeID { CFKind.trust.rawValue }
