/// Sixteen bytes that name one thing: a database, a key bag, a slot, an item, an item's identity.
public struct Identifier: Hashable, Sendable {
  /// Bytes 0 to 7, as they lie in memory.
  public let first: UInt64
  /// Bytes 8 to 15, as they lie in memory.
  public let second: UInt64

  /// How many bytes an identifier has: 16.
  public static let byteCount = 16
  /// Sixteen zero bytes.
  public static let zero = Identifier(first: 0, second: 0)

  /// The identifier of two halves, as they lie in memory.
  @inlinable
  public init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }

  /// Reads the identifier, or gives nil where there are not exactly 16 bytes.
  @inlinable
  public init?(_ bytes: RawSpan) {
    guard bytes.byteCount == Self.byteCount else { return nil }
    // Any 16 bytes are two valid integers, and the count was checked above.
    first = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: 0, as: UInt64.self)
    second = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: 8, as: UInt64.self)
  }

  /// Reads the identifier, or gives nil where there are not exactly 16 bytes.
  public init?(_ bytes: [UInt8]) {
    self.init(unsafe bytes.span.bytes)
  }

  /// The 16 bytes in order.
  public var bytes: [UInt8] {
    var copy = self
    return unsafe withUnsafeBytes(of: &copy) { unsafe [UInt8]($0) }
  }

  /// The first 8 bytes as a signed little-endian integer: how a search term or a group's tag is kept in a column.
  @inlinable
  public var term: Int64 { Int64(bitPattern: UInt64(littleEndian: first)) }

  /// Borrows the 16 bytes.
  @inlinable
  public func withBytes<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let pair: InlineArray<2, UInt64> = [first, second]
    return try unsafe body(pair.span.bytes)
  }
}
