import Foundation

/// What `contains` says of one entry.
enum EntryMatcher: Sendable {
  case equal(ValueTemplate)
  case type(EntryType, length: Int?)
  case nearNow(seconds: Double)
  case truthy
  case greaterThan(SavedReference)

  init(_ json: JSONValue) throws(Mismatch) {
    guard case .object(let object) = json,
      let word = ["$type", "$nearNow", "$truthy", "$greaterThanSaved"].first(where: object.keys.contains)
    else {
      self = .equal(try ValueTemplate(json))
      return
    }
    var fields = Fields(object, of: "`\(word)` matcher")
    let content = try fields.require(word)
    switch word {
    case "$type": self = try Self.type(content, length: try fields.takeCount("length"))
    case "$nearNow": self = .nearNow(seconds: try Self.seconds(content))
    case "$truthy": self = try Self.truthy(content)
    default: self = .greaterThan(try SavedReference(content, key: try fields.takeString("key")))
    }
    try fields.finish()
  }

  /// What is expected, for an entry that is missing altogether.
  var expectation: String {
    switch self {
    case .equal(.literal(let value)): value.description
    case .equal: "the value of the case"
    case .type(let type, length: nil): "a \(type)"
    case .type(let type, let length?): "a \(type) of length \(length)"
    case .nearNow(let seconds): "a date within \(seconds) seconds of now"
    case .truthy: "true or a number other than 0"
    case .greaterThan(let reference): "greater than what was saved as `\(reference.name)`"
    }
  }

  func check(_ value: EngineValue, in context: MatchContext) throws(Mismatch) {
    let mismatch = Mismatch(expected: expectation, got: value.description)
    switch self {
    case .equal(let template):
      let expected = try template.resolved(with: context.saved, through: context.door)
      guard value == expected else { throw Mismatch(expected: expected.description, got: value.description) }
    case .type(let type, let length):
      guard type.holds(value), length == nil || length == value.length else { throw mismatch }
    case .nearNow(let seconds):
      guard case .date(let date) = value, abs(date.timeIntervalSince(context.now)) <= seconds else { throw mismatch }
    case .truthy:
      guard value.isTruthy else { throw mismatch }
    case .greaterThan(let reference):
      guard value.isGreater(than: try context.saved.value(reference)) else { throw mismatch }
    }
  }
}

extension EntryMatcher {
  private static func type(_ content: JSONValue, length: Int?) throws(Mismatch) -> EntryMatcher {
    let word = try ValueTemplate.string(content, of: "$type")
    guard let type = EntryType(rawValue: word) else { throw .unknown("type", word) }
    guard length == nil || type == .data || type == .string else {
      throw Mismatch(expected: "`length` with data or a string only", got: "a \(type)")
    }
    return .type(type, length: length)
  }

  private static func seconds(_ content: JSONValue) throws(Mismatch) -> Double {
    switch try ValueTemplate.number(content) {
    case .number(let seconds): return Double(seconds)
    case .fraction(let seconds): return seconds
    case let other: throw Mismatch(expected: "`$nearNow` to be a number", got: other.description)
    }
  }

  private static func truthy(_ content: JSONValue) throws(Mismatch) -> EntryMatcher {
    guard case .boolean(true) = content else { throw Mismatch(expected: "`$truthy` to be true", got: content.kind) }
    return .truthy
  }
}

/// The types that `$type` can name.
enum EntryType: String {
  case data
  case string
  case number
  case date
  case accessControl

  func holds(_ value: EngineValue) -> Bool {
    switch (self, value) {
    case (.data, .data), (.string, .string), (.number, .number), (.number, .fraction), (.date, .date),
      (.accessControl, .accessControl):
      true
    case (.data, _), (.string, _), (.number, _), (.date, _), (.accessControl, _):
      false
    }
  }
}
