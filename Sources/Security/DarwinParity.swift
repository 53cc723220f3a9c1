public import Foundation

// The places where Foundation on Linux differs from Foundation on Apple's platforms in ways that sources written there
// run into. Each has a test that fails once the toolchain no longer needs it.

/// Text is the same key of a dictionary whichever of its two types it comes as.
///
/// Without this, `dictionary[kSecAttrAccount]` on `[AnyHashable: Any]` finds nothing, and dictionaries that hold equal
/// `NSString` values are not equal. It holds for the whole process, as it does on Apple's platforms; the protocol is
/// the standard library's own, and underscored.
extension NSString: @retroactive _HasCustomAnyHashableRepresentation {
  /// The Swift text, which hashes and compares as text does.
  public func _toCustomAnyHashable() -> AnyHashable? {
    AnyHashable(self as String)
  }
}

/// Where an error goes that a call gives back beside its result.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

extension NSMutableDictionary {
  /// Sets a value by a key that sources call copyable, as on Apple's platforms.
  public func setObject(_ anObject: Any, forKey aKey: any NSCopying) {
    guard let key = aKey as? AnyHashable else { preconditionFailure("a key of a dictionary has a hash") }
    setObject(anObject, forKey: key)
  }

  /// Sets a value by its name, or removes it where the value is nil, as key-value coding does on Apple's platforms.
  public func setValue(_ value: Any?, forKey key: String) {
    if let value {
      setObject(value, forKey: key as NSString)
    } else {
      removeObject(forKey: key as NSString)
    }
  }
}
