import KeychainSchema
import Testing

@testable import KeychainCrypto

@Suite("Boxes of items: vectors")
struct BoxVectorTests {
  struct Record: Decodable {
    let entry: TagVectorTests.Value
    let repeated: Repeated?

    struct Repeated: Decodable {
      let byte: UInt8
      let count: Int
    }

    enum CodingKeys: CodingKey { case repeated }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      repeated = try container.decodeIfPresent(Repeated.self, forKey: .repeated)
      entry = try repeated == nil ? TagVectorTests.Value(from: decoder) : TagVectorTests.Value(emptyFrom: decoder)
    }
  }

  struct Metadata: Decodable {
    let about, keybag: String
    let columns: ColumnsVector
    let keyGeneration: UInt32
    let records: [Record]
    let padded: Hex?
    let paddedByteCount: Int
    let nonce: Hex
    let box: Hex?
    let boxHash: Hex
  }

  struct Secret: Decodable {
    let about, keybag: String
    let columns: ColumnsVector
    let keyGeneration: UInt32
    let secretGeneration: UInt64
    let data: Hex?
    let dataByteCount, paddedByteCount: Int
    let nonce: Hex
    let box: Hex?
    let boxHash: Hex
  }

  struct File<Box: Decodable>: Decodable { let boxes: [Box] }

  private func hash(_ bytes: [UInt8]) -> [UInt8] {
    Hash.bytes(32, key: nil, bytes.count) { $0.append(bytes) }
  }

  @Test func `metadata is coded, sealed and opened as expected`() throws {
    for vector in try Vectors.load("metadata-box", as: File<Metadata>.self).boxes {
      let padded = try padded(vector.records)
      #expect(padded.count == vector.paddedByteCount, "\(vector.about)")
      if let expected = vector.padded { #expect(padded == expected.bytes, "\(vector.about)") }

      let columns = try vector.columns.columns
      let bag = try KeybagVector.named(vector.keybag)
      let random = ScriptedRandom([vector.nonce.bytes])
      let keyring = try bag.openKeyring(random: random.source)
      var box = vector.box?.bytes
      if keyring.currentGeneration(of: try #require(ProtectionClass(rawValue: UInt8(columns.protection))))
        == vector.keyGeneration
      {
        let sealed = try keyring.sealMetadata(padded, columns: columns)
        #expect(hash(sealed) == vector.boxHash.bytes, "\(vector.about)")
        if let box { #expect(sealed == box, "\(vector.about)") }
        box = sealed
      }
      let opened = keyring.openMetadata(try #require(box), columns: columns)
      #expect(opened.outcome == .opened(byteCount: padded.count), "\(vector.about)")
      #expect(opened.bytes == padded, "\(vector.about)")
    }
  }

  @Test func `secrets are padded, sealed and opened as expected`() throws {
    for vector in try Vectors.load("secret-box", as: File<Secret>.self).boxes {
      let data = vector.data?.bytes ?? [UInt8](repeating: 0x5A, count: vector.dataByteCount)
      let padded = paddedSecret(data)
      #expect(padded.count == vector.paddedByteCount, "\(vector.about)")

      let columns = try vector.columns.columns
      let random = ScriptedRandom([vector.nonce.bytes])
      let keyring = try KeybagVector.named(vector.keybag).openKeyring(random: random.source)
      let sealed = try keyring.sealSecret(padded, columns: columns, secretGeneration: vector.secretGeneration)
      #expect(hash(sealed) == vector.boxHash.bytes, "\(vector.about)")
      if let box = vector.box { #expect(sealed == box.bytes, "\(vector.about)") }
      let opened = keyring.openSecret(sealed, columns: columns, secretGeneration: vector.secretGeneration)
      #expect(opened.outcome == .opened(byteCount: padded.count), "\(vector.about)")
      #expect(opened.bytes == padded, "\(vector.about)")
    }
  }

  private func padded(_ records: [Record]) throws -> [UInt8] {
    var attributes = AttributeSet()
    for record in records {
      let code = try #require(FourCharacterCode(record.entry.code))
      attributes[code] =
        record.repeated.map { .data([UInt8](repeating: $0.byte, count: $0.count)) } ?? record.entry.value
    }
    let count = RecordCoding.paddedMetadataByteCount(RecordCoding.byteCount(of: attributes))
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      var writer = unsafe ByteWriter(UnsafeMutableRawBufferPointer(buffer))
      for (code, value) in attributes.entries { RecordCoding.append(code, value, to: &writer) }
      RecordCoding.appendPadding(upTo: count, to: &writer)
      written = writer.count
    }
  }
}
