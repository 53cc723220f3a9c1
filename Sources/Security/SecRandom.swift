import KeychainKit

/// A source of random bytes. There is one, the system's, and nil stands for it.
public final class SecRandom: Sendable {
  private init() {}
}

/// A source of random bytes.
public typealias SecRandomRef = SecRandom

/// The system's source of random bytes.
public let kSecRandomDefault: SecRandomRef? = nil

/// Fills memory with random bytes.
///
/// - Parameters:
///   - rnd: The source; there is one.
///   - count: How many bytes; 0 writes nothing and succeeds.
///   - bytes: Memory for as many.
/// - Returns: `errSecSuccess`, or `errSecParam` where `count` is negative.
@discardableResult
public func SecRandomCopyBytes(_ rnd: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer) -> Int32 {
  guard count >= 0 else { return errSecParam }
  unsafe RandomBytes.fill(UnsafeMutableRawBufferPointer(start: bytes, count: count))
  return errSecSuccess
}
