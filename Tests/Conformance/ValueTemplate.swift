import Foundation
import KeychainSchema

/// A value as a case file writes it; it becomes an `EngineValue` when its step runs.
enum ValueTemplate: Sendable {
  case literal(EngineValue)
  case array([ValueTemplate])
  case dictionary(DictionaryTemplate)
  case saved(SavedReference)
  case accessControl(AccessControlTemplate)
  case authenticationContext(isAuthenticated: Bool)

  init(_ json: JSONValue) throws(Mismatch) {
    switch json {
    case .null: throw Mismatch(expected: "a value", got: "null, which is written `{\"$null\":true}`")
    case .boolean(let boolean): self = .literal(.boolean(boolean))
    case .integer(let number): self = .literal(.number(number))
    case .fraction(let fraction): self = .literal(.fraction(fraction))
    case .string(let string): self = .literal(.string(string))
    case .array(let elements):
      self = .array(try elements.map { element throws(Mismatch) in try ValueTemplate(element) })
    case .object(let object): try self.init(object)
    }
  }

  private init(_ object: [String: JSONValue]) throws(Mismatch) {
    let word = object.keys.filter { $0.hasPrefix("$") }.min()
    guard let word, word != "$merge" else {
      self = .dictionary(try DictionaryTemplate(object))
      return
    }
    var fields = Fields(object, of: "`\(word)` value")
    let content = try fields.require(word)
    switch word {
    case "$const": self = .literal(.string(try Self.constant(content)))
    case "$data": self = .literal(.data(try Self.data(content)))
    case "$date": self = .literal(.date(try Self.date(content)))
    case "$null": self = .literal(try Self.null(content))
    case "$number": self = .literal(try Self.number(content))
    case "$bytes": self = .literal(.data(try Self.bytes(content)))
    case "$saved": self = .saved(try SavedReference(content, key: try fields.takeString("key")))
    case "$accessControl": self = .accessControl(try AccessControlTemplate(content))
    case "$authContext": self = .authenticationContext(isAuthenticated: try Self.isAuthenticated(content))
    default: throw .unknown("value", word)
    }
    try fields.finish()
  }

  /// The value this stands for now.
  func resolved(with saved: SavedResults, through door: any ConformanceDoor) throws(Mismatch) -> EngineValue {
    switch self {
    case .literal(let value): return value
    case .array(let elements):
      return .array(
        try elements.map { element throws(Mismatch) in try element.resolved(with: saved, through: door) }
      )
    case .dictionary(let dictionary): return .dictionary(try dictionary.resolved(with: saved, through: door))
    case .saved(let reference): return try saved.value(reference)
    case .accessControl(let template): return try template.resolved(through: door)
    case .authenticationContext(let isAuthenticated):
      return .authenticationContext(door.makeAuthenticationContext(isAuthenticated: isAuthenticated))
    }
  }
}

extension ValueTemplate {
  static func constant(_ content: JSONValue) throws(Mismatch) -> String {
    let name = try string(content, of: "$const")
    guard let value = Constant.value(named: name) else { throw .unknown("constant", name) }
    return value
  }

  static func data(_ content: JSONValue) throws(Mismatch) -> Data {
    let text = try string(content, of: "$data")
    guard let data = Data(base64Encoded: text) else { throw Mismatch(expected: "base64", got: "`\(text)`") }
    return data
  }

  static func date(_ content: JSONValue) throws(Mismatch) -> Date {
    let text = try string(content, of: "$date")
    guard let date = Date(iso8601: text) else { throw Mismatch(expected: "an ISO 8601 date", got: "`\(text)`") }
    return date
  }

  static func number(_ content: JSONValue) throws(Mismatch) -> EngineValue {
    switch content {
    case .integer(let number): .number(number)
    case .fraction(let fraction): .fraction(fraction)
    case .null, .boolean, .string, .array, .object:
      throw Mismatch(expected: "`$number` to be a number", got: content.kind)
    }
  }

  private static func null(_ content: JSONValue) throws(Mismatch) -> EngineValue {
    guard case .boolean(true) = content else { throw Mismatch(expected: "`$null` to be true", got: content.kind) }
    return .null
  }

  private static func bytes(_ content: JSONValue) throws(Mismatch) -> Data {
    var fields = try Fields(content, of: "`$bytes` value")
    guard let byte = try fields.takeInteger("byte").flatMap(UInt8.init(exactly:)),
      let count = try fields.takeCount("count")
    else { throw Mismatch(expected: "`$bytes` to have a `byte` and a `count`", got: content.kind) }
    try fields.finish()
    return Data(repeating: byte, count: count)
  }

  private static func isAuthenticated(_ content: JSONValue) throws(Mismatch) -> Bool {
    switch try string(content, of: "$authContext") {
    case "new": return false
    case "authenticated": return true
    case let word: throw .unknown("authentication context", word)
    }
  }

  static func string(_ content: JSONValue, of word: String) throws(Mismatch) -> String {
    guard case .string(let string) = content else {
      throw Mismatch(expected: "`\(word)` to be a string", got: content.kind)
    }
    return string
  }
}

extension SavedReference {
  init(_ content: JSONValue, key: String?) throws(Mismatch) {
    self.name = try ValueTemplate.string(content, of: "$saved")
    self.key = try key.map { name throws(Mismatch) in try EntryKey(name) }
  }
}
