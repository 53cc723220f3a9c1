package import Foundation

/// A value on its way into the engine or out of it, whatever types the door's interface uses.
package indirect enum EngineValue: Sendable {
  case string(String)
  case data(Data)
  case date(Date)
  case boolean(Bool)
  case number(Int)
  case fraction(Double)
  case null
  case array([EngineValue])
  /// Keyed by what the constants stand for, such as `acct`.
  case dictionary([String: EngineValue])
  /// The door's own access control.
  case accessControl(any Hashable & Sendable)
  /// The door's own authentication context.
  case authenticationContext(any Sendable)
  /// Something a result may hold that no case can name; the word is its type.
  case foreign(String)
}

extension EngineValue: Equatable {
  /// Equality as cases mean it: strings by their UTF-8 bytes, and a number never equals a boolean.
  package static func == (left: EngineValue, right: EngineValue) -> Bool {
    switch (left, right) {
    // Swift's own equality of strings would take composed and decomposed forms for the same.
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.data(let left), .data(let right)): left == right
    case (.date(let left), .date(let right)): left == right
    case (.boolean(let left), .boolean(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.fraction(let left), .fraction(let right)): left == right
    case (.number(let number), .fraction(let fraction)), (.fraction(let fraction), .number(let number)):
      Int(exactly: fraction) == number
    case (.null, .null): true
    case (.array(let left), .array(let right)): left == right
    case (.dictionary(let left), .dictionary(let right)): left == right
    case (.accessControl(let left), .accessControl(let right)): AnyHashable(left) == AnyHashable(right)
    case (.string, _), (.data, _), (.date, _), (.boolean, _), (.number, _), (.fraction, _), (.null, _), (.array, _),
      (.dictionary, _), (.accessControl, _), (.authenticationContext, _), (.foreign, _):
      false
    }
  }
}

extension EngineValue: CustomStringConvertible {
  /// The value in a few words, for the report.
  package var description: String {
    switch self {
    case .string(let string): string.count > 64 ? "a string of \(string.utf8.count) bytes" : string.debugDescription
    case .data(let data): data.caseDescription
    case .date(let date): "the date \(date.formatted(.iso8601))"
    case .boolean(let boolean): "the boolean \(boolean)"
    case .number(let number): "\(number)"
    case .fraction(let fraction): "\(fraction)"
    case .null: "NSNull"
    case .array(let elements): "an array of \(elements.count)"
    case .dictionary(let entries):
      entries.isEmpty ? "an empty dictionary" : "a dictionary of \(entries.keys.sorted().joined(separator: " "))"
    case .accessControl: "an access control"
    case .authenticationContext: "an authentication context"
    case .foreign(let type): "a value of type `\(type)`"
    }
  }
}

extension Data {
  /// The bytes as a case writes them, or how many there are.
  var caseDescription: String {
    count > 48 ? "\(count) bytes" : "the bytes `\(base64EncodedString())`"
  }
}

extension EngineValue? {
  /// The value, or `nothing`.
  var caseDescription: String {
    self?.description ?? "nothing"
  }
}
