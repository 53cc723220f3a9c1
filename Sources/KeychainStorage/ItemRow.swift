package import KeychainSchema

/// One row of `item`, lent to a closure while SQLite stands on it.
@safe
package struct ItemRow: ~Copyable {
  /// The places of columns in a result.
  private enum Place {
    static let metadata: Int32 = 15
    static let secret: Int32 = 16
  }

  /// Every column but the sealed ones.
  package let columns: ItemColumns
  /// Whether the row has a secret, asked for or not.
  package let hasSecret: Bool
  private let statement: Statement
  private let lendsSecret: Bool
  // Where SQLite keeps the sealed columns. The row is borrowed, so nobody steps or resets the statement while a span of
  // it is lent.
  private let metadata: UnsafeRawBufferPointer
  private let secret: UnsafeRawBufferPointer

  init(_ statement: Statement, lendsSecret: Bool) {
    self.statement = statement
    self.lendsSecret = lendsSecret
    columns = statement.itemColumns
    hasSecret = !statement.isNull(Place.secret)
    unsafe metadata = statement.blob(Place.metadata)
    unsafe secret =
      lendsSecret && hasSecret ? statement.blob(Place.secret) : UnsafeRawBufferPointer(start: nil, count: 0)
  }

  /// Lends the sealed metadata as it lies in SQLite's memory.
  package func withMetadata<Result: ~Copyable, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(unsafe metadata.bytes)
  }

  /// Lends the sealed secret; nil where the row has none. The selection must have asked for secrets.
  package func withSecret<Result: ~Copyable, Failure: Error>(
    _ body: (RawSpan?) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard hasSecret else { return try body(nil) }
    precondition(lendsSecret, "the secret was not selected")
    return try body(unsafe secret.bytes)
  }

  /// `withMetadata` without type parameters.
  package func lendMetadata(_ body: (RawSpan) -> Void) {
    body(unsafe metadata.bytes)
  }

  /// `withSecret` without type parameters; nothing is lent where the row has no secret.
  package func lendSecret(_ body: (RawSpan) -> Void) {
    guard hasSecret else { return }
    precondition(lendsSecret, "the secret was not selected")
    body(unsafe secret.bytes)
  }

  /// The bytes of the sealed metadata.
  package var metadataByteCount: Int { unsafe metadata.count }

  /// The bytes of the sealed secret, 0 where there is none.
  package var secretByteCount: Int {
    precondition(lendsSecret || !hasSecret, "the secret was not selected")
    return unsafe secret.count
  }

  /// The row's bytes for the state record, quarantine and pending changes; with the secret the selection must have
  /// asked for it.
  package func rowBytes(omittingSecret: Bool = false) -> [UInt8] {
    precondition(lendsSecret || omittingSecret, "the secret was not selected")
    var bytes = RowBytes()
    for column in 0..<Place.secret { bytes.append(statement, column: column) }
    if omittingSecret { bytes.appendNull() } else { bytes.append(statement, column: Place.secret) }
    return bytes.bytes
  }
}

extension Statement {
  /// The plain columns of the row that the statement stands on.
  @inline(__always)
  fileprivate var itemColumns: ItemColumns {
    ItemColumns(
      id: int64(0), uuid: identifier(1), identity: identifier(2), itemClass: int64(3), accessGroup: int64(4),
      protection: int64(5), synchronizable: int64(6), tombstone: int64(7), generation: int64(8),
      termVersion: int64(9),
      terms: [
        optionalInt64(10), optionalInt64(11), optionalInt64(12), optionalInt64(13), optionalInt64(14),
      ])
  }
}
