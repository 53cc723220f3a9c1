import KeychainSchema

/// An item's attributes as records, each of them decoded when it is asked for: of a long list, most never are.
struct ItemRecords: Sendable {
  private let bytes: [UInt8]

  /// Copies the records of an opened row.
  init(_ row: OpenedRow) throws(KeychainError) {
    do {
      try unsafe Self.judge(row.metadata)
    } catch {
      throw .internalInconsistency("records that were read before do not read again")
    }
    bytes = unsafe [UInt8](row.metadata)
  }

  /// The records of attributes that were just written.
  init(_ attributes: AttributeSet) {
    let byteCount = RecordCoding.byteCount(of: attributes)
    bytes = unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      var writer = unsafe ByteWriter(UnsafeMutableRawBufferPointer(buffer))
      for entry in attributes.entries { RecordCoding.append(entry.code, entry.value, to: &writer) }
      count = writer.count
    }
  }

  /// Every attribute, decoded.
  var attributes: AttributeSet {
    unsafe bytes.withUnsafeBytes { buffer in
      Self.judged { () throws(RecordReader.Malformed) in try unsafe AttributeSet(decoding: buffer) }
    }
  }

  /// The value of one attribute, decoded; nil where the item has none.
  subscript(code: FourCharacterCode) -> AttributeValue? {
    unsafe bytes.withUnsafeBytes { buffer in
      Self.judged { () throws(RecordReader.Malformed) in
        var reader = unsafe RecordReader(buffer)
        while let record = try reader.next(), record.code <= code {
          if record.code == code { return try record.value() }
        }
        return nil
      }
    }
  }

  /// Every value must decode, so that none is refused later.
  private static func judge(_ records: UnsafeRawBufferPointer) throws(RecordReader.Malformed) {
    var reader = unsafe RecordReader(records)
    while let record = try reader.next() {
      if !record.isCertainToDecode { _ = try record.value() }
    }
  }

  private static func judged<Result>(_ body: () throws(RecordReader.Malformed) -> Result) -> Result {
    do throws(RecordReader.Malformed) {
      return try body()
    } catch {
      preconditionFailure("records are judged before they are kept")
    }
  }
}

extension RecordReader.Record {
  /// Whether it is text of ASCII alone, or data, or a number: what decodes for certain.
  fileprivate var isCertainToDecode: Bool {
    switch type {
    case RecordCoding.ValueType.data, RecordCoding.ValueType.number, RecordCoding.ValueType.date,
      RecordCoding.ValueType.null:
      return true
    case RecordCoding.ValueType.text:
      var seen: UInt64 = 0
      var offset = 0
      let count = unsafe bytes.count
      while offset + 8 <= count {
        seen |= unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        offset += 8
      }
      while offset < count {
        seen |= UInt64(unsafe bytes[offset])
        offset += 1
      }
      return seen & 0x8080_8080_8080_8080 == 0
    default: return false
    }
  }
}
