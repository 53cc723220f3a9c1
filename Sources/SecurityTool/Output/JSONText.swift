import KeychainKit
import KeychainSchema

/// JSON, written by hand: a few shapes, and keys in the order in which they were put.
enum JSONText {
  static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  static func array(_ elements: [String]) -> String {
    "[" + elements.joined(separator: ",") + "]"
  }

  static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\(string($0.0)):\($0.1)" }.joined(separator: ",") + "}"
  }
}

/// An item as `--json` prints it: one object a line.
struct ItemJSON {
  let item: Item
  let keychainPath: String
  /// Nil where it was not asked for.
  let secret: SecretBytes?

  /// Members: `keychain`, `class`, `attributes` by code, and `secret` in base64 with `secretEncoding` if it was asked
  /// for.
  ///
  /// Text is a string, a number a number, a date a string in UTC, and bytes are an object with the member `base64`.
  func write(to sink: any ByteSink) {
    let attributes = item.attributes.entries.compactMap { entry -> (String, String)? in
      guard let attribute = Attribute(code: entry.code), !Self.internalAttributes.contains(attribute),
        let value = Self.json(entry.value)
      else { return nil }
      return (entry.code.text, value)
    }
    let members = JSONText.object([
      ("keychain", JSONText.string(keychainPath)), ("class", JSONText.string(item.itemClass.code.text)),
      ("attributes", JSONText.object(attributes)),
    ])
    guard let secret else { return sink.line(members) }
    sink.write(members.dropLast() + ",\"secretEncoding\":\"base64\",\"secret\":\"")
    secret.withBytes { Base64Text.encoded($0) }.withBytes { sink.write($0) }
    sink.line("\"}")
  }

  /// What the engine keeps for itself.
  private static let internalAttributes: Set<Attribute> = [.digest, .multiUser, .sysBound, .tombstone]

  private static func json(_ value: AttributeValue) -> String? {
    switch value {
    case .text(let text): JSONText.string(text)
    case .number(let number): String(number)
    case .boolean(let flag): String(flag)
    case .date(let seconds): JSONText.string(UTCDate(seconds).text)
    case .null: nil
    case .data(let bytes):
      JSONText.object([("base64", JSONText.string(Base64Text.text(bytes)))])
    }
  }
}
