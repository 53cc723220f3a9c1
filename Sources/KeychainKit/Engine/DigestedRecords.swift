import KeychainCrypto
import KeychainSchema

/// The records of an item's metadata as they are sealed: its attributes, and what a seal adds to them.
///
/// Written in one pass, because a set that took the additions would be copied for them.
struct DigestedRecords {
  let itemClass: ItemClass
  /// The item's own; what is added of its version before is passed over.
  let attributes: AttributeSet
  let additions: DigestedWriter.Additions

  init(itemClass: ItemClass, attributes: AttributeSet, clock: Int64, secretGeneration: UInt64?) {
    self.itemClass = itemClass
    self.attributes = attributes
    additions = DigestedWriter.Additions(clock: clock, secretGeneration: secretGeneration)
  }

  /// The bytes of the records, before padding.
  var byteCount: Int {
    var count = additions.byteCount
    for entry in attributes.entries where !DigestedWriter.adds(entry.code) {
      count += RecordCoding.recordByteCount(valueByteCount: RecordCoding.byteCount(of: entry.value))
    }
    return count
  }

  /// Writes them, padded to the end of the memory; gives the digest.
  func write(to buffer: UnsafeMutableRawBufferPointer) -> [UInt8] {
    unsafe Scratch.withBytes(DigestedWriter.digestOverhead + buffer.count) { digested in
      var writer = unsafe DigestedWriter(to: buffer, digesting: digested, itemClass, additions)
      for entry in attributes.entries { writer.append(entry.code, entry.value) }
      let digest = writer.finish().digest
      writer.pad(upTo: buffer.count)
      return digest
    }
  }

  /// The attributes with all that was added.
  func attributes(with digest: [UInt8]) -> AttributeSet {
    var attributes = attributes
    attributes[InternalCode.hybridLogicalClock] = additions.value(of: InternalCode.hybridLogicalClock)
    attributes[InternalCode.secretGeneration] = additions.value(of: InternalCode.secretGeneration)
    attributes[.digest] = .data(digest)
    return attributes
  }
}
