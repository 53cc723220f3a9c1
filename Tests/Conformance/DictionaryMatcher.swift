/// `{"type":"dict"}`: entries that must be there and keys that must not.
struct DictionaryMatcher {
  private let contained: [(key: EntryKey, matcher: EntryMatcher)]
  private let absent: [EntryKey]

  init(_ fields: inout Fields) throws(Mismatch) {
    let sorted = try (fields.takeObject("contains") ?? [:]).sorted { $0.key < $1.key }
    contained = try sorted.map { entry throws(Mismatch) in
      (try EntryKey(entry.key), try EntryMatcher(entry.value))
    }
    absent = try (fields.takeStrings("absent") ?? []).map { name throws(Mismatch) in try EntryKey(name) }
  }

  func check(_ result: EngineValue?, in context: MatchContext) throws(Mismatch) {
    guard case .dictionary(let entries) = result else {
      throw Mismatch(expected: "a dictionary", got: result.caseDescription)
    }
    for (key, matcher) in contained {
      do throws(Mismatch) {
        guard let value = entries[key.text] else { throw Mismatch(expected: matcher.expectation, got: "none") }
        try matcher.check(value, in: context)
      } catch {
        throw Mismatch(expected: "\(key.name) to be \(error.expected)", got: error.got)
      }
    }
    for key in absent {
      if let value = entries[key.text] {
        throw Mismatch(expected: "\(key.name) to be absent", got: value.description)
      }
    }
  }
}
