import KeychainKit
import KeychainSchema

/// The two kinds of passwords, and the options by which commands name their attributes.
struct PasswordKind: Sendable {
  let itemClass: ItemClass
  /// As it stands in the names of commands.
  let word: String
  /// The attribute that, with the account, names an item to people.
  let place: Attribute
  let attributes: [AttributeOption]

  static let generic = PasswordKind(
    itemClass: .genericPassword, word: "generic", place: .service,
    attributes: [.account, .creator, .type, .kind, .generic, .comment, .label, .service])

  static let internet = PasswordKind(
    itemClass: .internetPassword, word: "internet", place: .server,
    attributes: [
      .account, .creator, .type, .securityDomain, .kind, .comment, .label, .path, .port, .protocol, .server,
      .authenticationType,
    ])

  /// The option that names the place: `-s` of either kind.
  static let placeOption = "s"

  /// What the options that were given say about items.
  func attributes(in arguments: ParsedArguments) throws(CommandFailure) -> AttributeSet {
    var set = AttributeSet()
    for row in attributes {
      guard let text = arguments[row.option] else { continue }
      set[row.attribute] = try row.value(of: text)
    }
    return set
  }

  /// A query for what the options name; nil where none was given.
  ///
  /// With both account and place, what does not identify an item is ignored.
  func query(_ arguments: ParsedArguments) throws(CommandFailure) -> ItemQuery? {
    let given = try attributes(in: arguments)
    guard !given.entries.isEmpty else { return nil }
    let isIdentified = given[.account] != nil && given[place] != nil
    var query = ItemQuery.all(itemClass)
    for row in attributes where !isIdentified || itemClass.uniqueness.contains(row.attribute) {
      query = query.with(row.attribute, given[row.attribute])
    }
    return query.synchronizable(.any)
  }
}

/// An option whose value is an attribute.
struct AttributeOption: Sendable {
  enum Form: Sendable {
    case text
    case bytes
    /// Four characters as a number; what is shorter ends in blanks.
    case code
    /// Four characters as text; what is shorter ends in blanks.
    case codeText
    case port
  }

  let option: String
  let attribute: Attribute
  let form: Form
  let placeholder: String
  let help: String

  var commandOption: CommandOption { .value(option, placeholder, help) }

  func value(of text: String) throws(CommandFailure) -> AttributeValue {
    switch form {
    case .text: return .text(text)
    case .bytes: return .data(Array(text.utf8))
    case .codeText: return .text(try code(of: text).text)
    case .code: return .number(Int64(try code(of: text).value))
    case .port:
      guard let port = UInt16(text) else { throw .usage("-\(option) takes a number up to 65535") }
      return .number(Int64(port))
    }
  }

  private func code(of text: String) throws(CommandFailure) -> FourCharacterCode {
    let padded = text + String(repeating: " ", count: max(0, 4 - text.utf8.count))
    guard !text.isEmpty, let code = FourCharacterCode(padded) else {
      throw .usage("-\(option) takes up to four characters")
    }
    return code
  }
}

// swift-format-ignore
extension AttributeOption {
  static let account = AttributeOption(option: "a", attribute: .account, form: .text, placeholder: "account", help: "the account")
  static let creator = AttributeOption(option: "c", attribute: .creator, form: .code, placeholder: "creator", help: "the creator, four characters")
  static let type = AttributeOption(option: "C", attribute: .type, form: .code, placeholder: "type", help: "the type, four characters")
  static let securityDomain = AttributeOption(option: "d", attribute: .securityDomain, form: .text, placeholder: "domain", help: "the security domain")
  static let kind = AttributeOption(option: "D", attribute: .itemDescription, form: .text, placeholder: "kind", help: "the kind of item, as people call it")
  static let generic = AttributeOption(option: "G", attribute: .generic, form: .bytes, placeholder: "value", help: "the generic attribute")
  static let comment = AttributeOption(option: "j", attribute: .comment, form: .text, placeholder: "comment", help: "the comment")
  static let label = AttributeOption(option: "l", attribute: .label, form: .text, placeholder: "label", help: "the label")
  static let path = AttributeOption(option: "p", attribute: .path, form: .text, placeholder: "path", help: "the path on the server")
  static let port = AttributeOption(option: "P", attribute: .port, form: .port, placeholder: "port", help: "the port")
  static let `protocol` = AttributeOption(option: "r", attribute: .protocol, form: .codeText, placeholder: "protocol", help: "the protocol, four characters, such as htps or \"ssh \"")
  static let server = AttributeOption(option: "s", attribute: .server, form: .text, placeholder: "server", help: "the server")
  static let service = AttributeOption(option: "s", attribute: .service, form: .text, placeholder: "service", help: "the service")
  static let authenticationType = AttributeOption(option: "t", attribute: .authenticationType, form: .codeText, placeholder: "type", help: "the type of authentication, four characters, such as dflt")
}
