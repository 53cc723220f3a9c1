/// Draws values from the fuzzer's bytes; zeros where there are no more.
struct ByteSource {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    self.bytes = bytes[...]
  }

  var isEmpty: Bool { bytes.isEmpty }

  mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  mutating func number() -> UInt64 {
    (0..<8).reduce(0) { number, _ in number << 8 | UInt64(byte()) }
  }

  /// So many bytes, or what is left.
  mutating func take(_ count: Int) -> [UInt8] {
    defer { bytes = bytes.dropFirst(count) }
    return Array(bytes.prefix(count))
  }

  /// A few bytes: their count comes first.
  mutating func blob() -> [UInt8] { take(Int(byte())) }

  mutating func text() -> String { String(decoding: blob(), as: UTF8.self) }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[Int(byte()) % elements.count] }
}
