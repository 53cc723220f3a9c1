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
    let temporary = try TemporaryKeychain(groups: groups, comparesRows: false)
    var markers = Set(groups)
    let keychain = try temporary.keychain
    for number in 0..<500 {
      let item = Marker.item(number, group: groups[number % 5], &markers)
      try keychain.add(item)
    }
    #expect(markers.count > 4_000)
    let scanner = MarkerScanner(markers.map { Array($0.utf8) })
    try expectNothing(scanner, in: temporary, "after the adds", including: Self.kinds)

    let listed = try #require(
      try keychain.copyMatching(["class": "genp", "m_Limit": "m_LimitAll", "r_Attributes": true]) as? [Any])
    #expect(listed.count == 125)
    try keychain.update(["class": "genp"], ["v_Data": Data(Marker.text("planned", 0).utf8)])
    try keychain.setPassphrase(SecretBytes(Marker.text("passphrase", 1)))
    try keychain.lock()
    try keychain.delete(["class": "inet", "agrp": groups[0]])
    try keychain.unlock(passphrase: SecretBytes(Marker.text("passphrase", 1)))
    let later = MarkerScanner(
      markers.map { Array($0.utf8) } + [Marker.text("planned", 0), Marker.text("passphrase", 1)].map { Array($0.utf8) })
    try keychain.makeSnapshot()
    try expectNothing(later, in: temporary, "after a change of everything", including: Self.kinds + [".snapshot-"])
    try expectNothing(later, inMessagesOf: keychain, group: groups[0])
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
      for (name, bytes) in files.merging(UnnamedFiles.open(), uniquingKeysWith: { $1 }) {
        #expect(later.found(in: bytes).isEmpty && ofBackup.found(in: bytes).isEmpty, "\(name), while backing up")
      }
    }
    #expect(manifest.itemCount == 475)
    #expect(filesMeanwhile == 1)
    try owner.restore(from: "\(temporary.folder.path)/a.backup", passphrase: SecretBytes(backupPassphrase))
    let all = Self.kinds + [".snapshot-", ".backup"]
    try expectNothing(later, in: temporary, "after backing up and restoring", including: all)
    try expectNothing(ofBackup, in: temporary, "after backing up and restoring", including: all)
    var looks = 0
    try owner.shred { _ in
      looks += 1
      for (name, bytes) in UnnamedFiles.open() { #expect(later.found(in: bytes).isEmpty, "\(name), while shredding") }
    }
    #expect(looks > 0)
    try expectNothing(later, in: temporary, "after shredding", including: Self.kinds + [".backup"])

    try temporary.folder.write(Array("xx\(groups[0])".utf8), to: "planted")
    #expect(try temporary.folder.files().values.contains { !later.found(in: $0).isEmpty }, "the scan can fail")
    let unnamed = try FileHandle(forReadingFrom: URL(filePath: "\(temporary.folder.path)/planted"))
    try FileManager.default.removeItem(atPath: "\(temporary.folder.path)/planted")
    #expect(UnnamedFiles.open().values.contains { !later.found(in: $0).isEmpty }, "that of files without a name, too")
    try unnamed.close()
  }

  /// What lies in the folder of a keychain that is open.
  private static let kinds = ["keychain-db", "-wal", "-shm", ".lock", ".keybag", ".secret", ".anchor"]

  /// - Parameter kinds: the ends or parts of names that one of the files at least must have.
  private func expectNothing(
    _ scanner: MarkerScanner, in keychain: TemporaryKeychain, _ when: String, including kinds: [String] = []
  ) throws {
    let files = try keychain.folder.files()
    #expect(files.count >= 4)
    for kind in kinds {
      let isThere = files.contains { name, bytes in name.contains(kind) && !bytes.isEmpty }
      #expect(isThere, "\(kind), \(when)")
    }
    for (name, bytes) in files.merging(UnnamedFiles.open(), uniquingKeysWith: { $1 }) {
      #expect(scanner.found(in: bytes).isEmpty, "\(name), \(when)")
    }
  }

  /// The library writes no log. What it tells a program, which may write one, names no item, group or secret either.
  private func expectNothing(
    _ scanner: MarkerScanner, inMessagesOf keychain: Keychain, group: String
  ) throws {
    var markers: Set<String> = []
    let item = Marker.item(0, group: group, &markers)
    let absent = Query.genericPassword(Marker.text("planned", 0), Marker.text("planned", 0), group: group)
    let calls: [() throws -> Void] = [
      { try keychain.add(item) }, { _ = try keychain.copyMatching(absent) }, { try keychain.delete(absent) },
      { try keychain.unlock(passphrase: SecretBytes(Marker.text("planned", 0))) },
      { try keychain.update(absent, ["nonsense": Marker.text("planned", 0)]) },
      { try keychain.with(.everyGroup).restore(from: "/", passphrase: SecretBytes(Marker.text("planned", 0))) },
    ]
    for (number, call) in calls.enumerated() {
      let error = #expect(throws: KeychainError.self, "call \(number)") { try call() }
      let text = error.map { "\($0) \(String(reflecting: $0)) \($0.localizedDescription)" } ?? ""
      #expect(scanner.found(in: Array(text.utf8)).isEmpty, "\(text)")
    }
  }
}

/// Files that this process has open and that have no name, as SQLite's temporary ones.
enum UnnamedFiles {
  static func open() -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    // One that is closed meanwhile, or that cannot be read so, has nothing that is on a disk.
    for number in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? [] {
      let link = "/proc/self/fd/\(number)"
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link),
        target.hasPrefix("/"), target.hasSuffix(" (deleted)"), !target.hasPrefix("/secretmem"),
        !target.hasPrefix("/memfd:"), let content = FileManager.default.contents(atPath: link)
      else { continue }
      files[target] = [UInt8](content)
    }
    return files
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
