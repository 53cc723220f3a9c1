/// What a step expects of its result.
indirect enum ResultMatcher: Sendable {
  case nothing
  case data(DataMatcher)
  case dictionary(DictionaryMatcher)
  case array(ArrayMatcher)

  /// - Parameter json: null, or an object with `type`.
  init(_ json: JSONValue) throws(Mismatch) {
    if case .null = json {
      self = .nothing
    } else {
      try self.init(ofElement: json)
    }
  }

  /// A matcher for one element of an array, which is never nothing.
  init(ofElement json: JSONValue) throws(Mismatch) {
    var fields = try Fields(json, of: "matcher")
    switch try fields.requireString("type") {
    case "data": self = .data(try DataMatcher(&fields))
    case "dict": self = .dictionary(try DictionaryMatcher(&fields))
    case "array": self = .array(try ArrayMatcher(&fields))
    case let type: throw .unknown("matcher type", type)
    }
    try fields.finish()
  }

  func check(_ result: EngineValue?, in context: MatchContext) throws(Mismatch) {
    switch self {
    case .nothing:
      guard result == nil else { throw Mismatch(expected: "nothing", got: result.caseDescription) }
    case .data(let matcher): try matcher.check(result, in: context)
    case .dictionary(let matcher): try matcher.check(result, in: context)
    case .array(let matcher): try matcher.check(result, in: context)
    }
  }
}
