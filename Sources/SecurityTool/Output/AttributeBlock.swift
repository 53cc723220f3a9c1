import KeychainKit
import KeychainSchema

/// An item as `find`, `delete` and `dump` print it.
struct AttributeBlock {
  let item: Item
  let keychainPath: String

  func write(to sink: any ByteSink) {
    sink.line("keychain: \"\(keychainPath)\"")
    sink.line("version: 512")
    sink.line("class: \(BlockLayout.className(of: item))")
    sink.line("attributes:")
    for row in BlockLayout.rows(of: item.itemClass) {
      sink.write("    \(row.tag)<\(row.type.rawValue)>=")
      if let bytes = row.bytes(of: item) {
        unsafe sink.writeShown(bytes.span.bytes)
      } else {
        sink.write("<NULL>")
      }
      sink.write("\n")
    }
  }
}

/// One line of a block.
struct BlockRow: Sendable {
  enum Form: String, Sendable {
    case blob
    case unsigned = "uint32"
    case signed = "sint32"
    case date = "timedate"
  }

  /// As printed: the code in quotes, or a number in hexadecimal digits and a blank.
  let tag: String
  let type: Form
  /// Nil for an attribute that items here never have.
  let attribute: Attribute?
  /// Whether the empty value that an add fills in stands for none.
  var isNullWhenEmpty = false

  /// The bytes of the item's value; nil where it has none.
  func bytes(of item: Item) -> [UInt8]? {
    guard let attribute, let value = item[attribute] else { return nil }
    switch value {
    case .null: return nil
    case .text(let text): return isNullWhenEmpty && text.isEmpty ? nil : Array(text.utf8)
    case .data(let bytes): return isNullWhenEmpty && bytes.isEmpty ? nil : bytes
    case .number(let number): return Self.bigEndian(number)
    case .boolean(let flag): return Self.bigEndian(flag ? 1 : 0)
    case .date(let seconds): return Array((UTCDate(seconds).digits + "\0").utf8)
    }
  }

  private static func bigEndian(_ number: Int64) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
