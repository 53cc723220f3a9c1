import Foundation
import KeychainKit
import KeychainSchema
import Testing

@testable import SecurityTool

@Suite("security: backups") struct BackupCommandTests {
  private let fixture: CommandFixture

  init() throws {
    fixture = try CommandFixture()
    #expect(try fixture.run(["create-keychain", "-p", "work", "work.keychain"]).exitCode == 0)
  }

  private func run(_ words: String..., isErrorTerminal: Bool = false) throws -> CommandOutcome {
    let pipe = try FilledPipe(Array("words\n".utf8))
    let arguments = [words[0], "--backup-password-fd", "\(pipe.descriptor)"] + words.dropFirst()
    return try fixture.run(arguments, isErrorTerminal: isErrorTerminal)
  }

  @Test func `a person at a terminal sees how far it has come`() throws {
    let keychain = try fixture.keychain("work.keychain")
    for number in 0..<600 { try keychain.add(.genericPassword(service: "s", account: "\(number)"), secret: "s") }
    let path = fixture.path("a.backup")
    let backup = try run("back-up-keychain", path, "work.keychain", isErrorTerminal: true)
    #expect(backup.errors == "\r500 of 600 items\r600 of 600 items\r\u{1B}[K")
    let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    let restore = try run("restore-keychain", path, "work.keychain", isErrorTerminal: true)
    #expect(restore.errors.hasSuffix("\r\(size) of \(size) bytes\r\u{1B}[K"))
    #expect(restore.text == "added 0, replaced 0, unchanged 600, kept as newer 0, not restored 0\n")
  }

  @Test func `what is left out and what is not restored is told item by item`() throws {
    let keychain = try fixture.keychain("work.keychain")
    let akpu = ItemQuery.genericPassword(service: "s", account: "akpu").accessible(.whenPasscodeSetThisDeviceOnly)
    try keychain.add(akpu, secret: "s")
    try keychain.add(
      .genericPassword(service: "s", account: "aku").label("mine").accessible(.whenUnlockedThisDeviceOnly),
      secret: "s")
    let path = fixture.path("a.backup")
    let backup = try run("back-up-keychain", "--json", path, "work.keychain")
    #expect(backup.exitCode == 0, "what is never in a backup is nothing to look at")
    let manifest = try object(backup.text)
    #expect(manifest["deviceBound"] as? Int == 1)
    let secret = try #require(manifest["deviceSecret"] as? String)
    #expect(FileManager.default.fileExists(atPath: fixture.path("state/keychain/\(secret)")))
    #expect((manifest["leftOut"] as? [[String: Any]])?.map { $0["reason"] as? String } == ["needsPasscode"])

    try FileManager.default.removeItem(atPath: fixture.path("state"))
    fixture.restart()
    let outcome = try run("restore-keychain", "--json", path)
    #expect(outcome.exitCode == 8)
    let report = try object(outcome.text)
    #expect(report["dryRun"] as? Bool == false)
    let items = try #require(report["items"] as? [[String: Any]])
    #expect(items.count == 1)
    #expect(items.first?["label"] as? String == "mine")
    #expect(items.first?["outcome"] as? String == "notRestorable")
    #expect(items.first?["reason"] as? String == "it is bound to another device")
    #expect((report["backup"] as? [String: Any])?["created"] as? String == "2024-05-16T02:09:49Z")
    let again = try run("restore-keychain", path)
    #expect(again.exitCode == 8)
    #expect(again.text.hasSuffix("not restored: genp \"mine\" in default: it is bound to another device\n"))
  }

  @Test func `the line of progress goes before an error is told`() throws {
    let keychain = try fixture.keychain("work.keychain")
    for number in 0..<600 { try keychain.add(.genericPassword(service: "s", account: "\(number)"), secret: "s") }
    let backup = fixture.path("a.backup")
    #expect(try run("back-up-keychain", backup, "work.keychain").exitCode == 0)
    // A last byte that is another is found when everything before it has been read.
    var bytes = try Data(contentsOf: URL(filePath: backup))
    bytes[bytes.count - 1] ^= 1
    try bytes.write(to: URL(filePath: backup))
    let outcome = try run("restore-keychain", backup, "work.keychain", isErrorTerminal: true)
    #expect(outcome.errors.contains("bytes\r\u{1B}[Ksecurity: SecKeychainRestore"))
  }

  @Test func `a rehearsal makes no keychain`() throws {
    let backup = fixture.path("a.backup")
    #expect(try run("back-up-keychain", backup, "work.keychain").exitCode == 0)
    let before = try FileManager.default.subpathsOfDirectory(atPath: fixture.path("")).sorted()
    #expect(try run("restore-keychain", "--dry-run", backup).exitCode == 50)
    #expect(try FileManager.default.subpathsOfDirectory(atPath: fixture.path("")).sorted() == before)
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }
}
