import KeychainSchema

extension AttributeSet {
  /// Refuses what no query dictionary could say of an item either: attributes of another class, values of a type that
  /// the attribute does not keep.
  func check(for target: ItemQuery.Target) throws(KeychainError) {
    guard !entries.isEmpty else { return }
    let classes = target.classes
    for (code, value) in entries {
      guard let entry = AttributeTable.entry(for: code), classes.contains(where: entry.classes.contains)
      else { throw .noSuchAttribute(code.text) }
      guard value.isKept(as: entry.kind) else {
        throw .parameter("`\(entry.key)` has a value of a type it does not accept")
      }
    }
  }
}

extension AttributeValue {
  /// Whether an attribute of the kind keeps a value of this type.
  fileprivate func isKept(as kind: AttributeKind) -> Bool {
    switch (kind, self) {
    case (.blob, .text), (.blob, .data), (.blob, .number), (.data, .text), (.data, .data), (.string, .text): true
    case (.access, .text), (.number, .number), (.sync, .number), (.sync, .text), (.tombstone, .number): true
    // Text that is a number in its shortest form is that number, and is to be given as one.
    case (.number, .text(let text)): Int64(text).map { String($0) != text } ?? true
    case (.date, .date(let seconds)): seconds.isFinite
    case (.digest, .data(let bytes)): bytes.count == 20
    case (.uuid, .data(let bytes)): bytes.isEmpty || bytes.count == Identifier.byteCount
    default: false
    }
  }
}
