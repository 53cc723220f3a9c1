import CCoreFoundation
import Foundation

/// A class of ours that Core Foundation knows.
///
/// In C, `CFEqual` ends the process on two objects of a Swift class that is unknown to it, and their type ID is 0. An
/// object of a known class has `objectWord` as its first stored property: there, right behind the header of a Swift
/// object, Core Foundation looks for what an object is.
package struct CFClass: Sendable {
  /// The type ID that `CFGetTypeID` in C answers with.
  package let typeID: CFTypeID
  /// What every object has as its first stored property.
  let objectWord: UInt64

  /// Makes a class known under a name; once a process, from a constant.
  init(_ objectClass: NSObject.Type, name: StaticString) {
    // The functions are given objects of the class and nothing else; the name stays where it is.
    typeID = unsafe ccorefoundation_register_class(
      UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self),
      unsafeBitCast(objectClass, to: UnsafeRawPointer.self),
      { left, right in unsafe object(left) == object(right) ? 1 : 0 },
      { unsafe CFHashCode(bitPattern: object($0).hash) },
      { unsafe UnsafeRawPointer(Unmanaged.passRetained(object($0).description as NSString).toOpaque()) })
    precondition(typeID != 0, "Core Foundation knows all the classes it can")
    objectWord = ccorefoundation_object_word(typeID)
  }
}

private func object(_ pointer: UnsafeRawPointer?) -> NSObject {
  guard let pointer = unsafe pointer else { preconditionFailure("Core Foundation asks about an object") }
  return unsafe Unmanaged<NSObject>.fromOpaque(pointer).takeUnretainedValue()
}
