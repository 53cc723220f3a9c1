import KeychainCrypto
import KeychainSchema

/// The records of an item's metadata, written together with the digest over most of them.
///
/// `kSecAttrSHA1` is 20 bytes of BLAKE2b over `"kc1.sha1" ‖ class u8 ‖ the digested records ‖ secret generation u64`.
/// The secret is represented by its generation (0: none), so that no digest of a secret is ever handed out.
struct DigestedRecords {
  private static let label: StaticString = "kc1.sha1"
  private static let digestByteCount = 20
  /// What stands in the place of a digest until the records are written; it has the digest's size.
  private static let room = AttributeValue.data([UInt8](repeating: 0, count: digestByteCount))
  /// The codes of the attributes that are digested, ascending as records do.
  private static let codes = AttributeTable.entries.filter { $0.traits.contains(.digested) }.map(\.code)

  let itemClass: ItemClass
  let secretGeneration: UInt64?
  private(set) var attributes: AttributeSet
  let byteCount: Int

  /// The records of an item's attributes; whatever digest is among them counts for nothing.
  init(_ attributes: AttributeSet, itemClass: ItemClass, secretGeneration: UInt64?) {
    self.itemClass = itemClass
    self.secretGeneration = secretGeneration
    self.attributes = attributes
    self.attributes[.digest] = Self.room
    byteCount = RecordCoding.byteCount(of: self.attributes)
  }

  /// Writes them, padded, and takes the digest up among the attributes.
  mutating func write(to buffer: UnsafeMutableRawBufferPointer) {
    let digest = unsafe encoded(to: buffer)
    attributes[.digest] = .data(digest)
  }

  private func encoded(to buffer: UnsafeMutableRawBufferPointer) -> [UInt8] {
    unsafe Scratch.withBytes(Self.label.utf8CodeUnitCount + 9 + byteCount) { digested in
      var records = unsafe ByteWriter(buffer)
      var input = unsafe ByteWriter(digested)
      input.append(Self.label)
      input.append(itemClass.rawValue)
      var place = 0
      var next = 0
      for entry in attributes.entries {
        let start = records.count
        RecordCoding.append(entry.code, entry.value, to: &records)
        if entry.code == Attribute.digest.code { place = records.count - Self.digestByteCount }
        while next < Self.codes.count, Self.codes[next] < entry.code { next += 1 }
        guard next < Self.codes.count, Self.codes[next] == entry.code else { continue }
        unsafe input.append(UnsafeRawBufferPointer(rebasing: buffer[start..<records.count]))
      }
      input.append(secretGeneration ?? 0)
      RecordCoding.appendPadding(upTo: buffer.count, to: &records)
      let digest = unsafe Keyring.digest(UnsafeRawBufferPointer(rebasing: digested[..<input.count]).bytes)
      unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[place...]).copyBytes(from: digest)
      return digest
    }
  }
}
