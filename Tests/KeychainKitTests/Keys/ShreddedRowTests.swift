import KeychainSchema
import TestSupport
import Testing

@testable import KeychainCrypto
@testable import KeychainKit
@testable import KeychainStorage

/// T19: rows cut out of old images, tried with all that the keychain has afterwards.
@Suite("keys: rows from before a shredding") struct ShreddedRowTests {
  private static let passphrase = SecretBytes(TestPassphrase.text)
  private static let count = 50
  private static let pageSize = 4_096

  /// The images that somebody may have taken, by their names: fifty items of all classes, half of them deleted since,
  /// in the file as it was, its log and a snapshot.
  private func images(of temporary: TemporaryKeychain) throws -> [String: [UInt8]] {
    let keychain = try temporary.keychain
    for number in 0..<Self.count {
      let item = ItemQuery.genericPassword(service: "many", account: "\(number)")
      try keychain.add(
        item.accessible(ProtectionClass.allCases[number % 7]), secret: SecretBytes("secret \(number)"))
    }
    // A lock moves the log into the file.
    try keychain.lock()
    try keychain.unlock(passphrase: Self.passphrase)
    try keychain.makeSnapshot()
    for number in 0..<Self.count {
      let item = ItemQuery.genericPassword(service: "many", account: "\(number)")
      try keychain.update(item, .secret(SecretBytes("another secret \(number)")))
      if number % 2 == 0 { try keychain.delete(item) }
    }
    return try temporary.folder.files().filter { name, _ in
      name.hasSuffix("keychain-db") || name.hasSuffix("-wal") || name.contains(".snapshot-")
    }
  }

  /// Every row on the pages of an image, in a log those of all its frames.
  private func rows(cutOutOf image: [UInt8], isLog: Bool, in folder: TemporaryFolder) throws -> [ItemRowCopy] {
    let (start, head) = isLog ? (32, 24) : (0, 0)
    // No database begins so: its rows are looked for page by page.
    var pages = [UInt8](repeating: 0, count: Self.pageSize)
    for frame in stride(from: start, through: image.count - head - Self.pageSize, by: head + Self.pageSize) {
      pages += image[(frame + head)..<(frame + head + Self.pageSize)]
    }
    return try SalvageReading(of: folder.write(pages, to: "pages"), fileLayer: nil).scannedItems
  }

  /// The keys of every class that bag, device secret and passphrase lead to, for metadata and for secrets.
  private func keys(_ keychain: Keychain) -> [RawKeys] {
    ProtectionClass.allCases.compactMap { keychain.rawKeys(of: $0) }
  }

  /// Whether one of the keys opens the metadata, and whether one opens the secret.
  private func opens(_ row: ItemRowCopy, _ keys: [RawKeys]) -> (metadata: Bool, secret: Bool) {
    func head(_ box: [UInt8]) -> UInt64 { box.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) } }
    let secret = row.secret ?? []
    var found = (metadata: false, secret: false)
    for keys in keys {
      let database = keys.databaseIdentifier
      let context = BoxContext(metadata: head(row.metadata), of: row.columns, in: database)
      if opens(row.metadata, context, under: keys.metadataKey) { found.metadata = true }
      for generation in 1...UInt64(clamping: row.columns.generation) where !secret.isEmpty {
        let context = BoxContext(
          secret: head(secret), of: row.columns, secretGeneration: generation, in: database)
        if opens(secret, context, under: keys.secretKey) { found.secret = true }
      }
    }
    return found
  }

  private func opens(_ box: [UInt8], _ context: BoxContext?, under key: [UInt8]) -> Bool {
    guard let context, box.count > BoxHeader.overhead else { return false }
    var plaintext = [UInt8](repeating: 0, count: box.count)
    return unsafe plaintext.withUnsafeMutableBytes { plaintext in
      unsafe box.withUnsafeBytes { box in
        unsafe key.withUnsafeBytes { key in
          unsafe context.withUnsafeBytes { associated in
            guard let start = box.baseAddress, let key = key.baseAddress else { return false }
            return unsafe AEAD.open(
              UnsafeRawBufferPointer(rebasing: box[BoxHeader.ciphertextStart...]), associated: associated,
              nonce: start + BoxHeader.byteCount, key: key, into: plaintext.baseAddress)
          }
        }
      }
    }
  }

  @Test func `fifty items cut out of the old file, its log and a snapshot open under no key there is any more`() throws
  {
    let temporary = try TemporaryKeychain(passphrase: TestPassphrase.text)
    let images = try images(of: temporary)
    #expect(images.count == 3)
    let before = keys(try temporary.keychain)
    #expect(before.count == 7)
    var rows: [ItemRowCopy] = []
    for (name, image) in images {
      let found = try self.rows(cutOutOf: image, isLog: name.hasSuffix("-wal"), in: temporary.folder)
      #expect(Set(found.map(\.columns.uuid)).count == Self.count, "\(name)")
      // As they are before, they open: nothing else keeps them closed afterwards.
      for row in found { #expect(opens(row, before) == (true, true), "\(name)") }
      rows += found
    }
    #expect(try temporary.keychain.shred())
    // What somebody has who has taken everything now.
    temporary.close()
    try temporary.keychain.unlock(passphrase: Self.passphrase)
    let after = keys(try temporary.keychain)
    #expect(after.count == 7)
    let keyring = try temporary.keychain.store.keyring
    let files = try temporary.folder.files().filter { $0.key.hasPrefix("test.keychain-db") }
    for row in rows {
      #expect(opens(row, after) == (false, false))
      for box in [row.metadata, row.secret ?? []] {
        #expect(!files.values.contains { ByteSearch.contains($0, box) })
      }
      unsafe Scratch.lend(row.metadata.count) { memory in
        #expect(unsafe row.openMetadata(with: keyring, into: memory) == .keyMissing)
      }
    }
    // The same attempt opens what is there now.
    let file = try temporary.folder.bytes(of: "test.keychain-db")
    let kept = try self.rows(cutOutOf: file, isLog: false, in: temporary.folder)
    #expect(kept.count == Self.count / 2)
    for row in kept { #expect(opens(row, after) == (true, true)) }
  }
}
