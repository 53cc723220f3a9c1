/// What the steps of one case keep for later steps.
struct SavedResults {
  private var results: [String: EngineValue?] = [:]

  mutating func save(_ result: EngineValue?, as name: String) {
    results.updateValue(result, forKey: name)
  }

  /// The result kept under a name.
  func result(_ name: String) throws(Mismatch) -> EngineValue {
    guard let result = results[name] ?? nil else {
      throw Mismatch(expected: "a result saved as `\(name)`", got: results.keys.contains(name) ? "nothing" : "none")
    }
    return result
  }

  /// All of a saved dictionary.
  func dictionary(_ name: String) throws(Mismatch) -> [String: EngineValue] {
    let result = try result(name)
    guard case .dictionary(let entries) = result else {
      throw Mismatch(expected: "a dictionary saved as `\(name)`", got: result.description)
    }
    return entries
  }

  /// A saved result, or the one entry of it that `reference` names.
  func value(_ reference: SavedReference) throws(Mismatch) -> EngineValue {
    guard let key = reference.key else { return try result(reference.name) }
    let entries = try dictionary(reference.name)
    guard let value = entries[key.text] else {
      throw Mismatch(
        expected: "`\(key.name)` in the result saved as `\(reference.name)`",
        got: EngineValue.dictionary(entries).description
      )
    }
    return value
  }
}

/// A saved result, or one entry of a saved dictionary.
struct SavedReference {
  let name: String
  let key: EntryKey?
}
