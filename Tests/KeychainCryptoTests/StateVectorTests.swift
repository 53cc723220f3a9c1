import KeychainSchema
import Testing

@testable import KeychainCrypto

@Suite("State record, row sums and anchors: vectors")
struct StateVectorTests {
  struct Row: Decodable {
    let about: String
    let table: UInt8
    let bytes, hash: Hex

    var summedTable: SummedTable {
      get throws { try #require(SummedTable(rawValue: table)) }
    }
  }

  struct Record: Decodable {
    let about: String
    let epoch, itemCount, keybagGeneration, verifiedEpoch: UInt64
    let isAnchored: Bool
    let sum, nonce, box, anchor: Hex

    var record: StateRecord {
      StateRecord(
        epoch: epoch, itemCount: itemCount, keybagGeneration: keybagGeneration, isAnchored: isAnchored,
        verifiedEpoch: verifiedEpoch, sum: RowSum(sum.bytes))
    }
  }

  struct File: Decodable {
    let keybag: String
    let rows: [Row]
    let sum: Hex
    let records: [Record]
  }

  let file: File
  let keyring: Keyring

  init() throws {
    file = try Vectors.load("state")
    keyring = try KeybagVector.named(file.keybag).openKeyring(
      random: ScriptedRandom(file.records.map(\.nonce.bytes)).source)
  }

  @Test func `each row has the hash that is expected, locked or not`() throws {
    for _ in 0..<2 {
      for row in file.rows {
        let sum = try unsafe keyring.sum(row.bytes.bytes.span.bytes, of: row.summedTable)
        #expect(sum == RowSum(row.hash.bytes), "\(row.about)")
      }
      keyring.lock()
    }
  }

  @Test func `the sum does not depend on the order, and a row is taken out as it is put in`() throws {
    for rows in [file.rows, file.rows.reversed()] {
      var sum = RowSum()
      for row in rows { sum.toggle(try unsafe keyring.sum(row.bytes.bytes.span.bytes, of: row.summedTable)) }
      #expect(sum == RowSum(file.sum.bytes))
      for row in rows { sum.toggle(try unsafe keyring.sum(row.bytes.bytes.span.bytes, of: row.summedTable)) }
      #expect(sum == RowSum())
    }
  }

  @Test func `the same bytes in another table are another row`() throws {
    let bytes = try #require(file.rows.first).bytes.bytes
    var sums: [RowSum] = []
    for table in SummedTable.allCases {
      let sum = try unsafe keyring.sum(bytes.span.bytes, of: table)
      #expect(!sums.contains(sum))
      sums.append(sum)
    }
  }

  @Test func `records are sealed and opened as expected`() throws {
    for vector in file.records {
      #expect(try keyring.sealState(vector.record) == vector.box.bytes, "\(vector.about)")
      #expect(try keyring.openState(vector.box.bytes) == vector.record, "\(vector.about)")
    }
  }

  @Test func `a changed record, a cut one and another database's are none`() throws {
    let box = try #require(file.records.first).box.bytes
    for index in box.indices {
      #expect(try keyring.openState(box.changing(index) { $0 ^ 0x10 }) == nil)
      #expect(try keyring.openState([UInt8](box[..<index])) == nil)
    }
    #expect(try Fixture().keyring.openState(box) == nil)
  }

  @Test func `anchors are written, read and judged as expected`() throws {
    for vector in file.records {
      let anchor = try keyring.anchor(of: vector.box.bytes, epoch: vector.epoch)
      #expect(anchor.bytes == vector.anchor.bytes, "\(vector.about)")
      #expect(Anchor(parsing: vector.anchor.bytes) == anchor, "\(vector.about)")
      #expect(try keyring.isAnchor(anchor, of: vector.box.bytes))
      for other in file.records where other.about != vector.about {
        #expect(try !keyring.isAnchor(anchor, of: other.box.bytes))
      }
    }
  }

  @Test func `an anchor with any byte changed is none, or not this record's`() throws {
    let vector = try #require(file.records.first)
    let bytes = vector.anchor.bytes
    for index in bytes.indices {
      let changed = Anchor(parsing: bytes.changing(index) { $0 ^ 1 })
      #expect((changed == nil) == (index < 8))
      if let changed { #expect(try !keyring.isAnchor(changed, of: vector.box.bytes)) }
    }
    #expect(Anchor(parsing: [UInt8](bytes.dropLast())) == nil)
    #expect(Anchor(parsing: bytes + [0]) == nil)
  }

  @Test func `a record of another length, or with a flag that is neither, is none`() {
    func isRecord(_ bytes: [UInt8]) -> Bool { unsafe bytes.withUnsafeBytes { unsafe StateRecord($0) != nil } }
    var bytes = [UInt8](repeating: 7, count: StateRecord.byteCount)
    for flag: UInt8 in 0...255 {
      bytes[24] = flag
      #expect(isRecord(bytes) == (flag <= 1), "\(flag)")
    }
    bytes[24] = 1
    #expect(!isRecord(Array(bytes.dropLast())))
    #expect(!isRecord(bytes + [0]))
  }

  @Test func `an anchor is raised, and lowered by nobody`() throws {
    let fixture = try Fixture()
    let folder = try TemporaryFolder()
    let file = AnchorFile(folder: folder.path, for: fixture.database)
    #expect(file.read() == .absent)
    let first = try fixture.keyring.anchor(of: [1], epoch: 7)
    for anchor in [first, try fixture.keyring.anchor(of: [2], epoch: 6), try fixture.keyring.anchor(of: [3], epoch: 7)]
    {
      try file.advance(to: anchor)
      #expect(file.read() == .anchor(first))
    }
    let later = try fixture.keyring.anchor(of: [4], epoch: 8)
    try file.advance(to: later)
    #expect(file.read() == .anchor(later))
  }

  @Test func `a portable keychain has no key for its state until it is unlocked`() throws {
    let fixture = try Fixture(passphrase: "right", isPortable: true)
    let box = try fixture.keyring.sealState(.first(isAnchored: false))
    let locked = try fixture.reopened()
    #expect(error(KeyringError.self) { () throws(KeyringError) in _ = try locked.openState(box) } == .locked)
    #expect(
      error(KeyringError.self) { () throws(KeyringError) in
        _ = try unsafe locked.sum([UInt8]().span.bytes, of: .item)
      } == .locked)
    _ = try locked.unlock(fixture.image, passphrase: SecretBytes("right"))
    #expect(try locked.openState(box) == .first(isAnchored: false))
  }
}

extension RowSum {
  fileprivate init(_ bytes: [UInt8]) {
    self = unsafe bytes.withUnsafeBytes { unsafe RowSum($0) }
  }
}
