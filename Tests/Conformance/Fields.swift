/// The fields of one JSON object of a case file, taken one by one; one that nobody takes is a mistake in the case.
struct Fields {
  /// What the object is, for messages: `step`, `data matcher`.
  let owner: String
  private var remaining: [String: JSONValue]

  init(_ json: JSONValue, of owner: String) throws(Mismatch) {
    guard case .object(let fields) = json else {
      throw Mismatch(expected: "a \(owner) to be an object", got: json.kind)
    }
    self.init(fields, of: owner)
  }

  init(_ fields: [String: JSONValue], of owner: String) {
    self.owner = owner
    self.remaining = fields
  }

  /// The field called `name`, or nil where the object has none; JSON's null is a value.
  mutating func take(_ name: String) -> JSONValue? {
    remaining.removeValue(forKey: name)
  }

  /// A field the object must have.
  mutating func require(_ name: String) throws(Mismatch) -> JSONValue {
    guard let value = take(name) else {
      throw Mismatch(expected: "a \(owner) to have `\(name)`", got: "none")
    }
    return value
  }

  /// Ends the reading.
  /// - Throws: where a field is left that nobody knows.
  func finish() throws(Mismatch) {
    guard let name = remaining.keys.min() else { return }
    throw .unknown("field of a \(owner)", name)
  }
}

extension Fields {
  mutating func takeString(_ name: String) throws(Mismatch) -> String? {
    guard let value = take(name) else { return nil }
    guard case .string(let string) = value else { throw wrongKind(name, "a string", value) }
    return string
  }

  mutating func requireString(_ name: String) throws(Mismatch) -> String {
    let value = try require(name)
    guard case .string(let string) = value else { throw wrongKind(name, "a string", value) }
    return string
  }

  mutating func takeInteger(_ name: String) throws(Mismatch) -> Int? {
    guard let value = take(name) else { return nil }
    guard case .integer(let integer) = value else { throw wrongKind(name, "an integer", value) }
    return integer
  }

  /// A number of bytes or elements.
  mutating func takeCount(_ name: String) throws(Mismatch) -> Int? {
    guard let count = try takeInteger(name) else { return nil }
    guard count >= 0 else { throw wrongKind(name, "a count", .integer(count)) }
    return count
  }

  mutating func takeBoolean(_ name: String) throws(Mismatch) -> Bool? {
    guard let value = take(name) else { return nil }
    guard case .boolean(let boolean) = value else { throw wrongKind(name, "a boolean", value) }
    return boolean
  }

  mutating func takeArray(_ name: String) throws(Mismatch) -> [JSONValue]? {
    guard let value = take(name) else { return nil }
    guard case .array(let array) = value else { throw wrongKind(name, "an array", value) }
    return array
  }

  mutating func takeStrings(_ name: String) throws(Mismatch) -> [String]? {
    guard let array = try takeArray(name) else { return nil }
    return try array.map { element throws(Mismatch) in
      guard case .string(let string) = element else { throw wrongKind(name, "strings only", element) }
      return string
    }
  }

  mutating func takeObject(_ name: String) throws(Mismatch) -> [String: JSONValue]? {
    guard let value = take(name) else { return nil }
    guard case .object(let object) = value else { throw wrongKind(name, "an object", value) }
    return object
  }

  private func wrongKind(_ name: String, _ kind: String, _ value: JSONValue) -> Mismatch {
    Mismatch(expected: "`\(name)` of a \(owner) to be \(kind)", got: value.kind)
  }
}
