import KeychainCrypto
import KeychainSchema

/// The records of an item's metadata as they are sealed: its attributes, and what a seal adds to them.
///
/// Written in one pass, because a set that took the additions would be copied for them. `kSecAttrSHA1` is 20 bytes of
/// BLAKE2b over `"kc1.sha1" ‖ class u8 ‖ the digested records ‖ secret generation u64`. The secret is represented by
/// its generation (0: none), so that no digest of a secret is ever handed out.
struct DigestedRecords {
  private static let label: StaticString = "kc1.sha1"
  private static let digestByteCount = 20
  /// What stands in the place of the digest until all is written.
  private static let room = AttributeValue.data([UInt8](repeating: 0, count: digestByteCount))
  /// The codes of the attributes that are digested, ascending.
  private static let digestedCodes =
    AttributeTable.entries.filter { $0.traits.contains(.digested) }.map(\.code)

  let itemClass: ItemClass
  /// The item's own; what is added of its version before is passed over.
  let attributes: AttributeSet
  let clock: Int64
  /// The generation at which the secret was written; nil where there is none.
  let secretGeneration: UInt64?

  /// The codes of what is added, ascending as records do.
  private let addedCodes: InlineArray<3, FourCharacterCode> = [
    InternalCode.hybridLogicalClock, InternalCode.secretGeneration, Attribute.digest.code,
  ]

  init(itemClass: ItemClass, attributes: AttributeSet, clock: Int64, secretGeneration: UInt64?) {
    self.itemClass = itemClass
    self.attributes = attributes
    self.clock = clock
    self.secretGeneration = secretGeneration
  }

  /// The bytes of the records, before padding.
  var byteCount: Int {
    var count = 0
    for entry in attributes.entries where !isAdded(entry.code) {
      count += RecordCoding.recordByteCount(valueByteCount: RecordCoding.byteCount(of: entry.value))
    }
    for place in addedCodes.indices {
      guard let value = addition(place) else { continue }
      count += RecordCoding.recordByteCount(valueByteCount: RecordCoding.byteCount(of: value))
    }
    return count
  }

  private func isAdded(_ code: FourCharacterCode) -> Bool {
    addedCodes[0] == code || addedCodes[1] == code || addedCodes[2] == code
  }

  private func addition(_ place: Int) -> AttributeValue? {
    switch place {
    case 0: .number(clock)
    case 1: secretGeneration.map { .number(Int64(bitPattern: $0)) }
    default: Self.room
    }
  }

  /// Writes them, padded to the end of the memory; gives the digest.
  func write(to buffer: UnsafeMutableRawBufferPointer) -> [UInt8] {
    unsafe Scratch.withBytes(Self.label.utf8CodeUnitCount + 9 + buffer.count) { digested in
      var writing = unsafe Writing(records: ByteWriter(buffer), digested: ByteWriter(digested))
      writing.digested.append(Self.label)
      writing.digested.append(itemClass.rawValue)
      for entry in attributes.entries {
        append(additionsBefore: entry.code, to: &writing)
        guard !isAdded(entry.code) else { continue }
        let start = writing.records.count
        RecordCoding.append(entry.code, entry.value, to: &writing.records)
        guard writing.isNextDigested(entry.code) else { continue }
        unsafe writing.digested.append(UnsafeRawBufferPointer(rebasing: buffer[start..<writing.records.count]))
      }
      append(additionsBefore: nil, to: &writing)
      writing.digested.append(secretGeneration ?? 0)
      RecordCoding.appendPadding(upTo: buffer.count, to: &writing.records)
      let digest = unsafe Keyring.digest(UnsafeRawBufferPointer(rebasing: digested[..<writing.digested.count]).bytes)
      unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[writing.digestPlace...]).copyBytes(from: digest)
      return digest
    }
  }

  /// How far the writing has come.
  private struct Writing: ~Copyable {
    var records: ByteWriter
    var digested: ByteWriter
    /// Where the digest belongs.
    var digestPlace = 0
    var nextAddition = 0
    private var nextDigested = 0
    private let digestedCodes = DigestedRecords.digestedCodes

    init(records: consuming ByteWriter, digested: consuming ByteWriter) {
      self.records = records
      self.digested = digested
    }

    /// Whether an attribute is digested; asked in ascending order.
    mutating func isNextDigested(_ code: FourCharacterCode) -> Bool {
      while nextDigested < digestedCodes.count, digestedCodes[nextDigested] < code { nextDigested += 1 }
      return nextDigested < digestedCodes.count && digestedCodes[nextDigested] == code
    }
  }

  /// Appends what is added and belongs before a code, or before the end.
  private func append(additionsBefore code: FourCharacterCode?, to writing: inout Writing) {
    while writing.nextAddition < addedCodes.count {
      let added = addedCodes[writing.nextAddition]
      if let code, code < added { return }
      if let value = addition(writing.nextAddition) { RecordCoding.append(added, value, to: &writing.records) }
      if writing.nextAddition == 2 { writing.digestPlace = writing.records.count - Self.digestByteCount }
      writing.nextAddition += 1
    }
  }

  /// The attributes with all that was added.
  func attributes(with digest: [UInt8]) -> AttributeSet {
    var attributes = attributes
    attributes[InternalCode.hybridLogicalClock] = addition(0)
    attributes[InternalCode.secretGeneration] = addition(1)
    attributes[.digest] = .data(digest)
    return attributes
  }
}
