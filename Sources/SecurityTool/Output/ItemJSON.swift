import KeychainKit
import KeychainSchema

/// An item as `--json` prints it: one object a line.
struct ItemJSON {
  let item: Item
  let keychainPath: String
  /// Nil where it was not asked for.
  let secret: SecretBytes?

  /// Members: `keychain`, `class`, `attributes` by code, and, if it was asked for, `secret` in base64 with
  /// `secretEncoding`.
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
