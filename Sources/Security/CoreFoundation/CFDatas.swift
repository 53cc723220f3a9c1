public import Foundation

/// How many bytes there are.
@discardableResult
public func CFDataGetLength(_ theData: CFData!) -> CFIndex {
  theData.length
}

/// Where the bytes begin; they stay there as long as the object lives unchanged.
@discardableResult
public func CFDataGetBytePtr(_ theData: CFData!) -> UnsafePointer<UInt8>! {
  unsafe theData.bytes.assumingMemoryBound(to: UInt8.self)
}

/// An object for bytes that stay where they are.
///
/// `bytesDeallocator` is `kCFAllocatorNull` where the bytes are somebody else's; anything else frees them with `free`
/// when the object goes.
@discardableResult
public func CFDataCreateWithBytesNoCopy(
  _ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex, _ bytesDeallocator: CFAllocator!
) -> CFData! {
  guard let bytes = unsafe bytes else { return length == 0 ? NSData() : nil }
  // A pointer that was made mutable for the signature alone: `NSData` writes nothing.
  return unsafe NSData(
    bytesNoCopy: UnsafeMutableRawPointer(mutating: bytes), length: length,
    freeWhenDone: bytesDeallocator !== kCFAllocatorNull)
}
