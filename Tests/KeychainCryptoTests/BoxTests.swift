import KeychainSchema
import Testing

@testable import KeychainCrypto

@Suite("Boxes: what they are bound to")
struct BoxTests {
  /// Every column and every bit of it that a box must notice.
  private static let changes: [(name: String, change: @Sendable (inout ItemColumns) -> Void)] = [
    ("uuid, first half", { $0.uuid = Identifier(first: $0.uuid.first ^ 1, second: $0.uuid.second) }),
    ("uuid, second half", { $0.uuid = Identifier(first: $0.uuid.first, second: $0.uuid.second ^ 1) }),
    ("identity, first half", { $0.identity = Identifier(first: $0.identity.first ^ 1, second: $0.identity.second) }),
    ("identity, second half", { $0.identity = Identifier(first: $0.identity.first, second: $0.identity.second ^ 1) }),
    ("class", { $0.itemClass = 2 }),
    ("class beyond a byte", { $0.itemClass += 256 }),
    ("negative class", { $0.itemClass -= 256 }),
    ("group", { $0.accessGroup ^= 1 << 62 }),
    ("protection", { $0.protection = 8 }),
    ("protection beyond a byte", { $0.protection += 256 }),
    ("synchronizable", { $0.synchronizable = 1 }),
    ("synchronizable beyond a byte", { $0.synchronizable = 256 }),
    ("tombstone", { $0.tombstone = 1 }),
    ("negative tombstone", { $0.tombstone = -256 }),
    ("generation", { $0.generation += 1 }),
    ("no generation", { $0.generation = 0 }),
    ("negative generation", { $0.generation = -3 }),
    ("term version", { $0.termVersion = 0 }),
    ("term version beyond four bytes", { $0.termVersion += 1 << 32 }),
    ("term 1", { $0.terms[0] = 2 }),
    ("term 1 absent", { $0.terms[0] = nil }),
    ("term 2", { $0.terms[1] = 2 }),
    ("term 3 present", { $0.terms[2] = 0 }),
    ("term 4", { $0.terms[3] = 0 }),
    ("term 5 present", { $0.terms[4] = 0 }),
    ("terms swapped", { ($0.terms[0], $0.terms[1]) = ($0.terms[1], $0.terms[0]) }),
  ]

  @Test(arguments: 0..<changes.count)
  func `metadata does not open where any column was changed`(index: Int) throws {
    let keyring = try Fixture().keyring
    let columns = someColumns()
    let box = try keyring.sealMetadata([UInt8](1...64), columns: columns)
    var changed = columns
    Self.changes[index].change(&changed)
    let (outcome, bytes) = keyring.openMetadata(box, columns: changed)
    #expect(outcome == .undecodable, "\(Self.changes[index].name)")
    #expect(!bytes.contains { $0 != 0 }, "\(Self.changes[index].name)")
    #expect(keyring.openMetadata(box, columns: columns).bytes == [UInt8](1...64))
  }

  @Test func `the row's number is not bound: an export and an import may change it`() throws {
    let keyring = try Fixture().keyring
    var columns = someColumns()
    let box = try keyring.sealMetadata([1], columns: columns)
    columns.id = 99
    #expect(keyring.openMetadata(box, columns: columns).outcome == .opened(byteCount: 1))
  }

  @Test func `a secret opens for its row, class and generation only`() throws {
    let keyring = try Fixture().keyring
    let columns = someColumns()
    let box = try keyring.sealSecret([7], columns: columns, secretGeneration: 3)
    #expect(keyring.openSecret(box, columns: columns, secretGeneration: 3).bytes == [7])
    for generation in [0, 2, 4, 1 << 63] as [UInt64] {
      #expect(keyring.openSecret(box, columns: columns, secretGeneration: generation).outcome == .undecodable)
    }
    let bound: Set = [
      "uuid, first half", "uuid, second half", "class", "class beyond a byte", "negative class", "protection",
      "protection beyond a byte",
    ]
    for (name, change) in Self.changes {
      var changed = columns
      change(&changed)
      let outcome = keyring.openSecret(box, columns: changed, secretGeneration: 3).outcome
      #expect(outcome == (bound.contains(name) ? .undecodable : .opened(byteCount: 1)), "\(name)")
    }
  }

  @Test func `boxes of two rows, two kinds or two databases cannot be exchanged`() throws {
    let fixture = try Fixture()
    let keyring = fixture.keyring
    let (first, second) = (someColumns(), someColumns())
    let metadata = try keyring.sealMetadata([1], columns: first)
    let secret = try keyring.sealSecret([2], columns: first, secretGeneration: 3)
    #expect(keyring.openMetadata(metadata, columns: second).outcome == .undecodable)
    #expect(keyring.openSecret(secret, columns: second, secretGeneration: 3).outcome == .undecodable)
    #expect(keyring.openMetadata(secret, columns: first).outcome == .undecodable)
    #expect(keyring.openSecret(metadata, columns: first, secretGeneration: 3).outcome == .undecodable)
    // Nor by relabelling.
    let asSecret = metadata.changing(3) { _ in 1 }
    #expect(keyring.openSecret(asSecret, columns: first, secretGeneration: 3).outcome == .undecodable)
    let asPassword = secret.changing(3) { _ in 3 }
    #expect(keyring.openSecret(asPassword, columns: first, secretGeneration: 3).outcome == .undecodable)
    let elsewhere = try Fixture().keyring
    #expect(elsewhere.openMetadata(metadata, columns: first).outcome == .undecodable)
    #expect(elsewhere.openSecret(secret, columns: first, secretGeneration: 3).outcome == .undecodable)
  }

  @Test func `the same keys in another database open nothing`() throws {
    let vector = try KeybagVector.named("passphrase")
    let keyring = try vector.openKeyring()
    let columns = someColumns()
    let box = try keyring.sealMetadata([1], columns: columns)
    let header = KeybagHeader(
      bagIdentifier: .zero, generation: 1, deviceSecretIdentifier: try #require(vector.secret).identifier(for: .zero),
      databaseIdentifier: .zero)
    let image = try vector.image
    let keys = BodyKeys(
      deviceMasterKey: SecretBytes(vector.deviceMasterKey.bytes), userMasterKey: SecretBytes(vector.userMasterKey.bytes)
    )
    let clone = KeybagImage(sealed: [], header: header, slots: [])
    let cloned = try Keyring(closedFor: clone, deviceSecret: vector.secret, limits: .testing, random: .system)
    let user = OpenBody(entries: try #require(try image.entries(of: .user, key: keys.user)), key: keys.user)
    cloned.access.writing { cloned.install(clone) { $0 == .user ? user : nil } }
    #expect(cloned.currentGeneration(of: .whenUnlocked) == 1)
    #expect(cloned.openMetadata(box, columns: columns).outcome == .undecodable)
  }

  @Test func `every flipped bit is noticed, and what it means`() throws {
    let keyring = try Fixture().keyring
    let columns = someColumns()
    let metadata = try keyring.sealMetadata([UInt8](0..<32), columns: columns)
    let secret = try keyring.sealSecret([UInt8](0..<32), columns: columns, secretGeneration: 3)
    for index in metadata.indices {
      for bit in 0..<8 {
        let expected: BoxOutcome =
          switch index {
          case 0, 1: .newer
          case 4..<8: .keyMissing
          default: .undecodable
          }
        let changed = metadata.changing(index) { $0 ^ 1 << bit }
        #expect(keyring.openMetadata(changed, columns: columns).outcome == expected, "byte \(index), bit \(bit)")
        let other = secret.changing(index) { $0 ^ 1 << bit }
        #expect(keyring.openSecret(other, columns: columns, secretGeneration: 3).outcome == expected)
      }
    }
  }

  @Test func `a box that was cut or grew does not open`() throws {
    let keyring = try Fixture().keyring
    let columns = someColumns()
    let box = try keyring.sealMetadata([UInt8](0..<32), columns: columns)
    for count in 0..<box.count {
      #expect(keyring.openMetadata(Array(box.prefix(count)), columns: columns).outcome == .undecodable)
    }
    #expect(keyring.openMetadata(box + [0], columns: columns).outcome == .undecodable)
  }

  @Test func `an empty plaintext is sealed and opened`() throws {
    let keyring = try Fixture().keyring
    let columns = someColumns()
    let box = try keyring.sealMetadata([], columns: columns)
    #expect(box.count == 48)
    #expect(keyring.openMetadata(box, columns: columns).outcome == .opened(byteCount: 0))
    #expect(keyring.openMetadata(box.changing(47) { $0 ^ 1 }, columns: columns).outcome == .undecodable)
    #expect(Keyring.plaintextByteCount(ofBox: 47) == 0)
    #expect(Keyring.plaintextByteCount(ofBox: 49) == 1)
  }

  @Test func `a nonce is never used twice, and equal contents give unequal boxes`() throws {
    let keyring = try Fixture().keyring
    let columns = someColumns()
    let boxes = try (0..<500).map { _ in try keyring.sealMetadata([1], columns: columns) }
    #expect(Set(boxes.map { Array($0[8..<32]) }).count == 500)
    #expect(Set(boxes).count == 500)
  }

  @Test func `an unknown generation is missing, not undecodable`() throws {
    let keyring = try Fixture().keyring
    for protection in ProtectionClass.allCases {
      let columns = someColumns(protection)
      guard keyring.currentGeneration(of: protection) != nil else { continue }
      for generation in [0, 2, 255] as [UInt8] {
        let box = try keyring.sealMetadata([1], columns: columns).changing(4) { _ in generation }
        #expect(keyring.openMetadata(box, columns: columns).outcome == .keyMissing)
      }
    }
  }
}
