import KeychainSchema

/// Writing and reading encoded sets the way the tests need it.
enum Records {
  /// The records of a set, padded like metadata.
  static func padded(_ attributes: AttributeSet) -> [UInt8] {
    let byteCount = RecordCoding.byteCount(of: attributes)
    return written(RecordCoding.paddedMetadataByteCount(byteCount)) { writer in
      for (code, value) in attributes.entries { RecordCoding.append(code, value, to: &writer) }
      RecordCoding.appendPadding(upTo: RecordCoding.paddedMetadataByteCount(byteCount), to: &writer)
    }
  }

  /// The bytes of one record.
  static func bytes(_ code: FourCharacterCode, _ value: AttributeValue) -> [UInt8] {
    written(RecordCoding.recordByteCount(valueByteCount: RecordCoding.byteCount(of: value))) { writer in
      RecordCoding.append(code, value, to: &writer)
    }
  }

  /// Everything that `body` writes into a buffer of exactly `byteCount` bytes, which it must fill.
  static func written(_ byteCount: Int, _ body: (inout ByteWriter) -> Void) -> [UInt8] {
    let bytes = written(atMost: byteCount, body)
    precondition(bytes.count == byteCount, "the byte count said \(byteCount), \(bytes.count) were written")
    return bytes
  }

  /// The same, where the count is the most that there can be: a writer ends the process at one byte more.
  static func written(atMost byteCount: Int, _ body: (inout ByteWriter) -> Void) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      var writer = unsafe ByteWriter(UnsafeMutableRawBufferPointer(rebasing: bytes[..<byteCount]))
      body(&writer)
      count = writer.count
    }
  }

  /// Every record of padded bytes.
  static func read(padded bytes: [UInt8]) throws(RecordReader.Malformed) -> [PlainRecord] {
    try entries(bytes, isPadded: true).map(PlainRecord.init)
  }

  /// Every record of bytes without padding.
  static func read(_ bytes: [UInt8]) throws(RecordReader.Malformed) -> [PlainRecord] {
    try entries(bytes, isPadded: false).map(PlainRecord.init)
  }

  /// The records that a reader finds in padded bytes, written once more.
  static func rewritten(padded bytes: [UInt8]) throws(RecordReader.Malformed) -> [UInt8] {
    try entries(bytes, isPadded: true).flatMap { Self.bytes($0.code, $0.value) }
  }

  /// Reads from memory whose end is guarded.
  private static func entries(
    _ bytes: [UInt8], isPadded: Bool
  ) throws(RecordReader.Malformed) -> [AttributeSet.Entry] {
    let memory = GuardedMemory(bytes)
    return try unsafe memory.withBytes { buffer throws(RecordReader.Malformed) in
      var reader = try unsafe isPadded ? RecordReader(padded: buffer) : RecordReader(buffer)
      var entries: [AttributeSet.Entry] = []
      while let record = try reader.next() { entries.append((record.code, try record.value())) }
      return entries
    }
  }
}
