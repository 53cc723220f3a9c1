/// Replaces what the compiler does not run by blanks, and keeps the lines: comments, and the contents of strings
/// except what is interpolated into them.
struct CodeBlanker {
  private let bytes: [UInt8]
  private var offset = 0
  private var result: [UInt8] = []

  init(_ text: String) {
    bytes = Array(text.utf8)
    result.reserveCapacity(bytes.count)
  }

  /// The whole text, blanked.
  mutating func blanked() -> String {
    while offset < bytes.count { scanCode(untilParenthesis: false) }
    return String(decoding: result, as: UTF8.self)
  }

  /// Code up to the end, or up to the parenthesis that closes an interpolation.
  private mutating func scanCode(untilParenthesis: Bool) {
    var depth = 0
    while offset < bytes.count {
      if starts(with: "//") {
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "\n") { blank() }
      } else if starts(with: "/*") {
        scanBlockComment()
      } else if let hashes = stringStart() {
        scanString(hashes: hashes)
      } else {
        if bytes[offset] == UInt8(ascii: "(") { depth += 1 }
        if bytes[offset] == UInt8(ascii: ")") { depth -= 1 }
        keep()
        if untilParenthesis, depth < 0 { return }
      }
    }
  }

  private mutating func scanBlockComment() {
    var depth = 0
    repeat {
      let change = starts(with: "/*") ? 1 : starts(with: "*/") ? -1 : 0
      depth += change
      blank()
      if change != 0 { blank() }
    } while depth > 0 && offset < bytes.count
  }

  /// How many `#` stand before the quotation mark of a string that starts here; nil where none does.
  private func stringStart() -> Int? {
    let hashes = bytes[offset...].prefix { $0 == UInt8(ascii: "#") }.count
    let quote = offset + hashes
    return quote < bytes.count && bytes[quote] == UInt8(ascii: "\"") ? hashes : nil
  }

  private mutating func scanString(hashes: Int) {
    let marks = String(repeating: "#", count: hashes)
    let isMultiline = starts(with: marks + #"""""#)
    let quotes = isMultiline ? #"""""# : "\""
    for _ in 0..<hashes + quotes.utf8.count { keep() }
    while offset < bytes.count, !starts(with: quotes + marks) {
      if starts(with: "\\" + marks + "(") {
        for _ in 0..<hashes + 2 { blank() }
        scanCode(untilParenthesis: true)
      } else if starts(with: "\\" + marks) {
        for _ in 0..<hashes + 2 where offset < bytes.count { blank() }
      } else if !isMultiline, bytes[offset] == UInt8(ascii: "\n") {
        return
      } else {
        blank()
      }
    }
    for _ in 0..<hashes + quotes.utf8.count where offset < bytes.count { keep() }
  }

  private func starts(with text: String) -> Bool {
    bytes[offset...].starts(with: text.utf8)
  }

  private mutating func keep() {
    result.append(bytes[offset])
    offset += 1
  }

  private mutating func blank() {
    result.append(bytes[offset] == UInt8(ascii: "\n") ? bytes[offset] : UInt8(ascii: " "))
    offset += 1
  }
}
