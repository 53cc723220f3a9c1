public import Foundation

/// How many bytes there are.
public func CFDataGetLength(_ theData: CFData!) -> CFIndex {
  theData.length
}

/// Where the bytes begin; they stay there as long as the object lives unchanged.
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
  // A pointer that was made mutable for the signature alone: `NSData` writes nothing.
  unsafe NSData(
    bytesNoCopy: UnsafeMutableRawPointer(mutating: bytes), length: length,
    freeWhenDone: bytesDeallocator !== kCFAllocatorNull)
}
