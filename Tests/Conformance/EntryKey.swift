import KeychainSchema

/// A key of a query or of a result: a constant's name, or `raw:` and the literal key.
struct EntryKey {
  /// The word in the case file, for messages.
  let name: String
  /// What stands in the dictionary, such as `acct`.
  let text: String

  init(_ name: String) throws(Mismatch) {
    self.name = name
    if name.hasPrefix("raw:") {
      text = String(name.dropFirst(4))
    } else if let value = Constant.value(named: name) {
      text = value
    } else {
      throw .unknown("constant", name)
    }
  }
}
