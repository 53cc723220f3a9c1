import Foundation

/// A JSON value in which a boolean is never a number.
package enum JSONValue: Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  case fraction(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])
}

extension JSONValue: Decodable {
  /// Reads any JSON value.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // Each `try?` drops only "another kind of value"; the last attempt reports. Boolean stands before number, and the
    // decoder reads neither as the other.
    if container.decodeNil() {
      self = .null
    } else if let boolean = try? container.decode(Bool.self) {
      self = .boolean(boolean)
    } else if let integer = try? container.decode(Int.self) {
      self = .integer(integer)
    } else if let fraction = try? container.decode(Double.self) {
      self = .fraction(fraction)
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else if let array = try? container.decode([JSONValue].self) {
      self = .array(array)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }
}

extension JSONValue {
  /// The kind of the value with its article, for messages.
  var kind: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .integer: "an integer"
    case .fraction: "a fraction"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
