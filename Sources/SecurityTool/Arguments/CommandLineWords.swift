/// A line of `-i`, taken apart into words.
///
/// Blanks part words; `'` and `"` quote; a backslash takes the next character as it is, inside quotes as well. A line
/// has no longest length, and never gives more than one command.
enum CommandLineWords {
  /// The words; nil where a quote is not closed, a backslash ends the line, or a word is no UTF-8.
  static func words(of line: RawSpan) -> [String]? {
    var words: [String] = []
    var word = Word(capacity: line.byteCount)
    var quote: UInt8?
    var index = 0
    while index < line.byteCount {
      let byte = line[byteAt: index]
      index += 1
      switch byte {
      case backslash:
        guard index < line.byteCount else { return nil }
        word.append(line[byteAt: index])
        index += 1
      case quote: quote = nil
      case singleQuote where quote == nil, doubleQuote where quote == nil:
        quote = byte
        word.isBegun = true
      case blank where quote == nil, tab where quote == nil:
        guard word.finish(&words) else { return nil }
      default: word.append(byte)
      }
    }
    guard quote == nil, word.finish(&words) else { return nil }
    return words
  }

  /// The word being read; a pair of quotes with nothing between them is one, too.
  private struct Word {
    var isBegun = false
    private var bytes: [UInt8] = []

    init(capacity: Int) {
      bytes.reserveCapacity(capacity)
    }

    mutating func append(_ byte: UInt8) {
      isBegun = true
      bytes.append(byte)
    }

    /// Whether what was read, if anything, is UTF-8.
    mutating func finish(_ words: inout [String]) -> Bool {
      guard isBegun else { return true }
      guard let text = String(validating: bytes, as: UTF8.self) else { return false }
      words.append(text)
      // It may be a secret: the memory is used again, so it is overwritten rather than let go.
      for index in bytes.indices { bytes[index] = 0 }
      bytes.removeAll(keepingCapacity: true)
      isBegun = false
      return true
    }
  }

  private static let backslash = UInt8(ascii: "\\")
  private static let singleQuote = UInt8(ascii: "'")
  private static let doubleQuote = UInt8(ascii: "\"")
  private static let blank = UInt8(ascii: " ")
  private static let tab = UInt8(ascii: "\t")
}
