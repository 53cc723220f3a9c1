/// A query, or attributes to update, as a case file writes it.
struct DictionaryTemplate: Sendable {
  private let entries: [(key: EntryKey, value: ValueTemplate)]
  /// The saved dictionary whose entries come first.
  private let mergedName: String?

  init(_ object: [String: JSONValue]) throws(Mismatch) {
    var object = object
    mergedName = try object.removeValue(forKey: "$merge").map { content throws(Mismatch) in
      try ValueTemplate.string(content, of: "$merge")
    }
    let sorted = object.sorted { $0.key < $1.key }
    entries = try sorted.map { entry throws(Mismatch) in
      (try EntryKey(entry.key), try ValueTemplate(entry.value))
    }
    guard Set(entries.map(\.key.text)).count == entries.count else {
      throw Mismatch(expected: "each key once", got: "two names of one key")
    }
  }

  /// The entries this stands for now; explicit keys win over merged ones.
  func resolved(
    with saved: SavedResults,
    through door: any ConformanceDoor
  ) throws(Mismatch) -> [String: EngineValue] {
    var resolved = try mergedName.map { name throws(Mismatch) in try saved.dictionary(name) } ?? [:]
    for (key, value) in entries {
      resolved[key.text] = try value.resolved(with: saved, through: door)
    }
    return resolved
  }
}
