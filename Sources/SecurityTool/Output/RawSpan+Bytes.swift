extension RawSpan {
  /// The byte at an offset below `byteCount`.
  subscript(byteAt offset: Int) -> UInt8 {
    precondition(byteOffsets.contains(offset), "an offset lies within the span")
    // The offset was just checked, and every byte is a UInt8.
    return unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  /// Whether every byte is one that C's isprint accepts: a blank up to a tilde.
  var isPrintable: Bool {
    byteOffsets.allSatisfy { self[byteAt: $0].isPrintable }
  }
}

extension UInt8 {
  /// Whether C's isprint accepts it.
  var isPrintable: Bool { (0x20...0x7E).contains(self) }
}
