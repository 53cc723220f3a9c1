import KeychainSchema
import Testing

@testable import KeychainCrypto

@Suite("Backups: what is refused")
struct BackupDamageTests {
  private let vector: BackupVectorTests.Backup

  init() throws {
    vector = try #require(try BackupVectorTests.all().first { $0.name == "mixed" })
  }

  /// Reads a backup whole; the error it is refused with, or nil.
  private func refusal(of bytes: [UInt8], passphrase: String? = nil) -> BackupError? {
    error(BackupError.self) { () throws(BackupError) in
      let reader = try BackupReader(bytes)
      let passphrase = SecretBytes(passphrase ?? vector.passphrase)
      reader.begin(try reader.header.key(passphrase: passphrase, limits: .testing))
      while case .item = try reader.next() {}
    }
  }

  @Test func `a whole backup is not refused, and a wrong passphrase is its own error`() {
    #expect(refusal(of: vector.bytes.bytes) == nil)
    #expect(refusal(of: vector.bytes.bytes, passphrase: "open sesam") == .wrongPassphrase)
    #expect(refusal(of: vector.bytes.bytes, passphrase: "") == .wrongPassphrase)
  }

  @Test func `cut short anywhere it is truncated`() {
    for count in 0..<vector.bytes.bytes.count {
      #expect(refusal(of: Array(vector.bytes.bytes.prefix(count))) == .truncated, "\(count) bytes")
    }
  }

  @Test func `anything behind the manifest is damage`() {
    #expect(refusal(of: vector.bytes.bytes + [0]) == .damaged)
    #expect(refusal(of: vector.bytes.bytes + vector.bytes.bytes) == .damaged)
  }

  @Test func `no flipped bit goes unnoticed`() {
    for index in vector.bytes.bytes.indices {
      // Argon2id at what a flipped bit asks for would take the machine's memory.
      let isCost = (36..<48).contains(index)
      for bit in isCost ? 0..<0 : 0..<8 {
        #expect(refusal(of: vector.bytes.bytes.changing(index) { $0 ^ 1 << bit }) != nil, "byte \(index), bit \(bit)")
      }
    }
  }

  @Test func `a later version is newer, and something else is no backup`() {
    #expect(refusal(of: vector.bytes.bytes.changing(4) { _ in 2 }) == .newer)
    #expect(refusal(of: vector.bytes.bytes.changing(6) { _ in 1 }) == .newer)
    #expect(refusal(of: vector.bytes.bytes.changing(0) { _ in 0 }) == .notABackup)
    #expect(refusal(of: Array("SQLite format 3\0".utf8)) == .notABackup)
    // The slot: another kind, another master key, a device secret, a flag.
    for index in 32..<36 { #expect(refusal(of: vector.bytes.bytes.changing(index) { _ in 7 }) == .newer, "\(index)") }
    // What a key bag may have, and a backup has not: a slot that a device secret is part of.
    #expect(refusal(of: vector.bytes.bytes.changing(34) { _ in 1 }) == .newer)
  }

  @Test func `a cost above a gigabyte is not paid`() {
    // The memory is a u64 at 40: this is 1 GiB and 1 KiB.
    var bytes = vector.bytes.bytes
    for (index, byte) in [0, 4, 0, 64, 0, 0, 0, 0].enumerated() { bytes[40 + index] = UInt8(byte) }
    #expect(refusal(of: bytes) == .tooCostly)
    #expect(refusal(of: vector.bytes.bytes.changing(36) { _ in 65 }) == .tooCostly)
    #expect(refusal(of: vector.bytes.bytes.changing(36) { _ in 0 }) == .tooCostly)
  }

  @Test func `messages that are left out, repeated or exchanged do not open`() throws {
    let head = Array(vector.bytes.bytes.prefix(BackupHeader.byteCount))
    let frames = (vector.items.map(\.message) + [vector.manifest.message]).map { message in
      (0..<4).map { UInt8(truncatingIfNeeded: message.bytes.count >> ($0 * 8)) } + message.bytes
    }
    #expect(refusal(of: head + frames.joined()) == nil)
    for left in frames.indices {
      var fewer = frames
      fewer.remove(at: left)
      #expect(refusal(of: head + fewer.joined()) == (left == frames.count - 1 ? .truncated : .damaged))
      #expect(refusal(of: head + (frames.prefix(left + 1) + frames.suffix(from: left)).joined()) == .damaged)
      for right in frames.indices where right > left {
        var exchanged = frames
        exchanged.swapAt(left, right)
        #expect(refusal(of: head + exchanged.joined()) == .damaged)
      }
    }
  }

  @Test func `a message of any content is parsed or refused, and never traps`() {
    for item in vector.items {
      for count in 0...item.plaintext.bytes.count {
        let isWhole = count == item.plaintext.bytes.count
        #expect((parsingRefusal(Array(item.plaintext.bytes.prefix(count))) == nil) == isWhole)
      }
      for index in 0..<24 where index == 0 || index > 16 {
        #expect(parsingRefusal(item.plaintext.bytes.changing(index) { _ in 0xFE }) == .newer)
      }
      for index in item.plaintext.bytes.indices {
        for value: UInt8 in [0, 1, 2, 3, 4, 16, 0x7F, 0x80, 0xFF] {
          let bytes = item.plaintext.bytes.changing(index) { _ in value }
          _ = parsingRefusal(bytes)
          _ = error(BackupError.self) { () throws(BackupError) in _ = try BackupManifest(parsing: SecretBytes(bytes)) }
        }
      }
    }
  }

  private func parsingRefusal(_ bytes: [UInt8]) -> BackupError? {
    error(BackupError.self) { () throws(BackupError) in _ = try BackupItem(parsing: SecretBytes(bytes)) }
  }
}
