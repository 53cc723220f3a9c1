import CCoreFoundation
import Foundation
import Security

/// How objects go over to C, which owns what it is given, and come from there.
enum CObject {
  /// A reference that the caller releases with `CFRelease`.
  static func retained(_ object: AnyObject) -> UnsafeRawPointer {
    // C compares with its own null object, which is another than Foundation's and needs no release.
    if object is NSNull { return unsafe ccorefoundation_null() }
    return unsafe UnsafeRawPointer(Unmanaged.passRetained(object).toOpaque())
  }

  /// The object at a reference that stays the caller's.
  static func object(at pointer: UnsafeRawPointer) -> AnyObject {
    unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// An error that the caller releases.
  static func retained(_ error: CFError) -> UnsafeRawPointer? {
    let (domain, userInfo) = (error.domain as NSString, error.userInfo as NSDictionary)
    return unsafe withExtendedLifetime((domain, userInfo)) {
      unsafe ccorefoundation_make_error(
        Unmanaged.passUnretained(domain).toOpaque(), error.code, Unmanaged.passUnretained(userInfo).toOpaque())
    }
  }
}
