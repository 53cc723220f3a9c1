import Foundation
import KeychainKit
import TestSupport
import Testing

/// No name, group or secret, and no plain digest of one, reaches the disk.
@Suite("leaks", .serialized) struct LeakTests {
  private static let vectors: [(String, [String])] = [
    (
      "",
      [
        "d41d8cd98f00b204e9800998ecf8427e", "da39a3ee5e6b4b0d3255bfef95601890afd80709",
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      ]
    ),
    (
      "abc",
      [
        "900150983cd24fb0d6963f7d28e17f72", "a9993e364706816aba3e25717850c26c9cd0d89d",
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      ]
    ),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      [
        "8215ef0796a20bcaaae116d3876c664a", "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
      ]
    ),
  ]

  @Test func `the digests are the published ones`() {
    for (message, digests) in Self.vectors {
      let computed = TestDigests.all(of: Array(message.utf8)).map {
        String(decoding: MarkerScanner.hexadecimal($0), as: UTF8.self)
      }
      #expect(computed == digests)
    }
  }

  @Test func `the scanner finds a marker in every form, wherever it stands`() {
    let markers = (0..<50).map { Array("planted-marker-\(100_000_000 + $0)".utf8) }
    let scanner = MarkerScanner(markers)
    #expect(scanner.formCount == 50 * 12)
    for marker in markers {
      for form in [marker] + TestDigests.all(of: marker) {
        for bytes in [form, MarkerScanner.hexadecimal(form)] {
          #expect(scanner.found(in: [UInt8](repeating: 1, count: 4_093) + bytes + [9, 9]).count == 1)
          #expect(scanner.found(in: bytes).count == 1)
          #expect(scanner.found(in: Array(bytes.dropLast())).isEmpty)
        }
      }
    }
  }

  @Test func `of five hundred items no marker is on disk, not while they are used and not after`() throws {
    let groups = (0..<5).map { Marker.text("group", $0) }
    let temporary = try TemporaryKeychain(groups: groups)
    var markers = Set(groups)
    let keychain = try temporary.keychain
    for number in 0..<500 {
      let item = Marker.item(number, group: groups[number % 5], &markers)
      try keychain.add(item)
    }
    #expect(markers.count > 4_000)
    let scanner = MarkerScanner(markers.map { Array($0.utf8) })
    try expectNothing(scanner, in: temporary, "after the adds")

    let all = try #require(
      try keychain.copyMatching(["class": "genp", "m_Limit": "m_LimitAll", "r_Attributes": true]) as? [Any])
    #expect(all.count == 125)
    try keychain.update(["class": "genp"], ["v_Data": Data(Marker.text("planned", 0).utf8)])
    try keychain.setPassphrase(SecretBytes(Marker.text("passphrase", 1)))
    try keychain.lock()
    try keychain.delete(["class": "inet", "agrp": groups[0]])
    try keychain.unlock(passphrase: SecretBytes(Marker.text("passphrase", 1)))
    let later = MarkerScanner(
      markers.map { Array($0.utf8) } + [Marker.text("planned", 0), Marker.text("passphrase", 1)].map { Array($0.utf8) })
    try expectNothing(later, in: temporary, "after a change of everything")
    temporary.close()
    try expectNothing(later, in: temporary, "after closing")

    let owner = try temporary.keychain.with(.everyGroup)
    try owner.unlock(passphrase: SecretBytes(Marker.text("passphrase", 1)))
    let backupPassphrase = Marker.text("backup", 2)
    let ofBackup = MarkerScanner([Array(backupPassphrase.utf8)])
    var filesMeanwhile = 0
    let manifest = try owner.backUp(
      to: "\(temporary.folder.path)/a.backup", passphrase: SecretBytes(backupPassphrase)
    ) { _ in
      let files = (try? temporary.folder.files()) ?? [:]
      filesMeanwhile = max(filesMeanwhile, files.keys.count { $0.contains(".backup.new-") })
      for (name, bytes) in files {
        #expect(later.found(in: bytes).isEmpty && ofBackup.found(in: bytes).isEmpty, "\(name), while backing up")
      }
    }
    #expect(manifest.itemCount == 475)
    #expect(filesMeanwhile == 1)
    try owner.restore(from: "\(temporary.folder.path)/a.backup", passphrase: SecretBytes(backupPassphrase))
    try expectNothing(later, in: temporary, "after backing up and restoring")
    try expectNothing(ofBackup, in: temporary, "after backing up and restoring")

    try temporary.folder.write(Array("xx\(groups[0])".utf8), to: "planted")
    #expect(try temporary.folder.files().values.contains { !later.found(in: $0).isEmpty }, "the scan can fail")
  }

  private func expectNothing(_ scanner: MarkerScanner, in keychain: TemporaryKeychain, _ when: String) throws {
    let files = try keychain.folder.files()
    #expect(files.count >= 4)
    for (name, bytes) in files {
      #expect(scanner.found(in: bytes).isEmpty, "\(name), \(when)")
    }
  }
}

/// Texts of 24 bytes that stand nowhere else.
enum Marker {
  static func text(_ name: String, _ number: Int) -> String {
    let digits = String(String(10_000_000_000 + number * 7_919).dropFirst())
    return "\(name.prefix(10))-".padding(toLength: 14, withPad: "~", startingAt: 0) + digits
  }

  /// An item with another marker in every attribute of its class that keeps one, and in its secret.
  static func item(_ number: Int, group: String, _ markers: inout Set<String>) -> [String: Any] {
    let itemClass = ItemClass.allCases[number % 4]
    var item: [String: Any] = ["class": itemClass.code.text, "agrp": group]
    let special: Set<Attribute> = [.accessGroup, .sharingGroup, .tokenID, .itemUUID]
    for entry in AttributeTable.entries where entry.row.classes.contains(itemClass) && entry.row.privilege == nil {
      guard !special.contains(entry.attribute) else { continue }
      let marker = text(entry.key, number)
      switch entry.row.kind {
      case .blob, .string: item[entry.key] = marker
      case .data: item[entry.key] = Data(marker.utf8)
      case .access, .number, .sync, .tombstone, .date, .digest, .uuid, .accessControl: continue
      }
      markers.insert(marker)
    }
    let secret = text("secret", number)
    markers.insert(secret)
    item["v_Data"] = Data(secret.utf8)
    return item
  }
}
