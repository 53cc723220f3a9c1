import Foundation

/// `{"type":"data"}`: bytes, of which everything given must hold.
struct DataMatcher {
  private let value: Data?
  private let length: Int?
  private let prefix: Data?
  private let savedName: String?
  private let notSavedName: String?
  private let notValue: Data?

  init(_ fields: inout Fields) throws(Mismatch) {
    value = try fields.take("value").map(ValueTemplate.data)
    length = try fields.takeCount("length")
    prefix = try fields.take("prefix").map(ValueTemplate.data)
    savedName = try fields.takeString("saved")
    notSavedName = try fields.takeString("notSaved")
    notValue = try fields.take("notValue").map(ValueTemplate.data)
  }

  func check(_ result: EngineValue?, in context: MatchContext) throws(Mismatch) {
    guard case .data(let data) = result else {
      throw Mismatch(expected: "data", got: result.caseDescription)
    }
    func expect(_ holds: Bool, _ expected: @autoclosure () -> String) throws(Mismatch) {
      guard holds else { throw Mismatch(expected: expected(), got: data.caseDescription) }
    }
    if let value {
      try expect(data == value, value.caseDescription)
    }
    if let length {
      try expect(data.count == length, "\(length) bytes")
    }
    if let prefix {
      try expect(data.starts(with: prefix), "data that begins with \(prefix.caseDescription)")
    }
    if let savedName {
      let saved = try context.saved.result(savedName)
      try expect(.data(data) == saved, "\(saved), saved as `\(savedName)`")
    }
    if let notSavedName {
      let saved = try context.saved.result(notSavedName)
      try expect(.data(data) != saved, "other data than was saved as `\(notSavedName)`")
    }
    if let notValue {
      try expect(data != notValue, "other data than \(notValue.caseDescription)")
    }
  }
}
