import KeychainSchema

/// What a box is bound to beyond its key: its head, its database, its row.
///
/// Built on the stack, since every lookup builds one.
struct BoxContext {
  /// Metadata has the longer one, 132 bytes.
  private var words: InlineArray<17, UInt64>
  private var count: Int

  /// `"kc1.meta" ‖ box[0..8) ‖ db uuid ‖ item class u8 ‖ uuid ‖ generation u64 ‖ identity ‖ access_group i64 ‖ sync u8
  /// ‖ tomb u8 ‖ terms version u32 ‖ 5 × (present u8 ‖ term i64)`; a term that is absent is zero.
  ///
  /// Nil where a column holds what no row of ours does.
  init?(metadata head: UInt64, of columns: ItemColumns, in database: Identifier) {
    guard let itemClass = UInt8(exactly: columns.itemClass), columns.generation > 0,
      let synchronizable = UInt8(exactly: columns.synchronizable), let tombstone = UInt8(exactly: columns.tombstone),
      let termVersion = UInt32(exactly: columns.termVersion)
    else { return nil }
    self.init(.metadata, head, itemClass, columns.uuid, database)
    append(columns.generation)
    append(columns.identity)
    append(columns.accessGroup)
    append(synchronizable)
    append(tombstone)
    append(termVersion)
    for index in columns.terms.indices {
      let term = columns.terms[index]
      append(UInt8(term == nil ? 0 : 1))
      append(term ?? 0)
    }
  }

  /// `"kc1.secr" ‖ box[0..8) ‖ db uuid ‖ item class u8 ‖ uuid ‖ #sgn u64`.
  init?(secret head: UInt64, of columns: ItemColumns, secretGeneration: UInt64, in database: Identifier) {
    guard let itemClass = UInt8(exactly: columns.itemClass) else { return nil }
    self.init(.secret, head, itemClass, columns.uuid, database)
    append(secretGeneration)
  }

  private init(_ label: Label, _ head: UInt64, _ itemClass: UInt8, _ uuid: Identifier, _ database: Identifier) {
    words = InlineArray(repeating: 0)
    count = 0
    append(UInt64(littleEndian: label.value))
    append(head)
    append(database)
    append(itemClass)
    append(uuid)
  }

  private mutating func append<Value: FixedWidthInteger & BitwiseCopyable>(_ value: Value) {
    let end = count + MemoryLayout<Value>.size
    precondition(end <= MemoryLayout<InlineArray<17, UInt64>>.size, "the context was sized for metadata")
    unsafe withUnsafeMutableBytes(of: &words) { [count] buffer in
      unsafe buffer.storeBytes(of: value.littleEndian, toByteOffset: count, as: Value.self)
    }
    count = end
  }

  private mutating func append(_ identifier: Identifier) {
    // An identifier's halves lie in memory as its bytes do.
    append(UInt64(littleEndian: identifier.first))
    append(UInt64(littleEndian: identifier.second))
  }

  /// Lends the bytes.
  func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    unsafe words.span.bytes.withUnsafeBytes { unsafe body(.init(rebasing: $0[..<count])) }
  }
}
