import KeychainSchema

/// What a step says of the answer to its call.
struct Expectation {
  /// The codes of which one is right; nil where the step does not say.
  private let codes: [Int32]?
  private let result: ResultMatcher?

  init(_ json: JSONValue) throws(Mismatch) {
    var fields = try Fields(json, of: "expectation")
    let names = try fields.takeString("status").map { [$0] }
    let numbers = try fields.takeInteger("code").map { [$0] }
    let anyNames = try fields.takeStrings("statusAnyOf")
    let anyNumbers = try fields.takeIntegers("codeAnyOf")
    guard (names == nil && numbers == nil) || (anyNames == nil && anyNumbers == nil) else {
      throw Mismatch(expected: "one status or any of several", got: "both")
    }
    codes = try Self.codes(names: names ?? anyNames, numbers: numbers ?? anyNumbers)
    result = try fields.take("result").map { json throws(Mismatch) in try ResultMatcher(json) }
    try fields.finish()
  }

  /// The codes that the names and the numbers agree on.
  private static func codes(names: [String]?, numbers: [Int]?) throws(Mismatch) -> [Int32]? {
    let named = try names?.map { name throws(Mismatch) in
      guard let status = Status.allCases.first(where: { $0.name == name }) else { throw .unknown("status", name) }
      return status.rawValue
    }
    let numbered = try numbers?.map { number throws(Mismatch) in
      guard let code = Int32(exactly: number) else { throw .unknown("status code", "\(number)") }
      return code
    }
    if let named, let numbered, Set(named) != Set(numbered) {
      throw Mismatch(expected: "the status and the code to be the same", got: "\(named) and \(numbered)")
    }
    let codes = named ?? numbered
    guard codes?.isEmpty != true else { throw Mismatch(expected: "a status", got: "an empty list") }
    return codes
  }

  func check(_ answer: EngineAnswer, in context: MatchContext) throws(Mismatch) {
    if let codes, !codes.contains(answer.code) {
      throw Mismatch(
        expected: codes.map(Status.caseName).joined(separator: " or "),
        got: answer.statusName
      )
    }
    try result?.check(answer.result, in: context)
  }
}

extension Fields {
  fileprivate mutating func takeIntegers(_ name: String) throws(Mismatch) -> [Int]? {
    guard let array = try takeArray(name) else { return nil }
    return try array.map { element throws(Mismatch) in
      guard case .integer(let integer) = element else {
        throw Mismatch(expected: "`\(name)` of an \(owner) to be integers", got: element.kind)
      }
      return integer
    }
  }
}
