/// The XOR of the keyed hashes of rows: a row is taken out of it as it is put in.
///
/// 32 bytes. It tells nothing of the rows' order, and a row that is there twice is as good as not there, which row
/// numbers exclude.
package struct RowSum: Equatable, Sendable {
  package static let byteCount = 32

  /// The bytes, eight to a word, as they lie in memory.
  package private(set) var words: InlineArray<4, UInt64>

  /// The sum of no rows.
  package init() {
    words = InlineArray(repeating: 0)
  }

  /// The sum of one row, by its hash.
  package init(_ words: InlineArray<4, UInt64>) {
    self.words = words
  }

  /// Reads a sum from its 32 bytes.
  package init(_ bytes: UnsafeRawBufferPointer) {
    words = InlineArray { index in unsafe bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self) }
  }

  /// Puts the rows of another sum in, and takes those out that both have.
  package mutating func toggle(_ other: RowSum) {
    for index in words.indices { words[index] ^= other.words[index] }
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.words.indices.allSatisfy { left.words[$0] == right.words[$0] }
  }
}

extension ByteWriter {
  /// Appends the 32 bytes of a sum.
  package mutating func append(_ sum: RowSum) {
    unsafe sum.words.span.withUnsafeBytes { unsafe append($0) }
  }
}
