import KeychainSchema

/// A persistent reference, taken apart.
package struct PersistentReference: Sendable {
  /// What finds the row.
  package enum Locator: Sendable {
    /// The current form: 4 bytes of class, 16 bytes of uuid.
    case uuid(Identifier)
    /// The old form: 4 bytes of class, the row's number as 64 bits, highest byte first.
    case row(Int64)
  }

  /// Items of its class, or identities.
  package var target: ItemQuery.Target
  /// What finds the row.
  package var locator: Locator

  /// Whether it is of the old form, by row number.
  package var isLegacy: Bool {
    switch locator {
    case .uuid: false
    case .row: true
    }
  }

  /// A reference of its parts.
  package init(target: ItemQuery.Target, locator: Locator) {
    self.target = target
    self.locator = locator
  }

  /// Takes a reference apart: 20 or 12 bytes that begin with a known class.
  package init(parsing bytes: [UInt8]) throws(KeychainError) {
    guard bytes.count == 20 || bytes.count == 12 else {
      throw .parameter("a persistent reference has 20 bytes, or 12 in its old form")
    }
    let code = FourCharacterCode(value: bytes[..<4].reduce(0) { $0 << 8 | UInt32($1) })
    if let itemClass = ItemClass(code: code) {
      target = .items(itemClass)
    } else if code.text == QueryValue.identityClass {
      target = .identities
    } else if code.text == QueryValue.appleShareClass {
      throw .noSuchClass
    } else {
      throw .parameter("a persistent reference begins with a class")
    }
    if let uuid = Identifier(Array(bytes[4...])) {
      locator = .uuid(uuid)
    } else {
      locator = .row(Int64(bitPattern: bytes[4...].reduce(0) { $0 << 8 | UInt64($1) }))
    }
  }

  /// The 20 bytes of the reference to a row.
  package static func bytes(of code: FourCharacterCode, uuid: Identifier) -> [UInt8] {
    code.bytes + uuid.bytes
  }
}
