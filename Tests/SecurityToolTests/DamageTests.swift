import Foundation
import KeychainKit
import TestSupport
import Testing

@testable import SecurityTool

/// What a transcript cannot do: rows that are spoiled behind the command's back, and what a terminal is shown.
@Suite("The command: damaged items") struct DamageTests {
  private let fixture: CommandFixture

  init() throws {
    fixture = try CommandFixture()
    for number in 0..<12 { try run("add-generic-password", "-s", "mail", "-a", "\(number)", "-w", "secret \(number)") }
  }

  @discardableResult
  private func run(_ arguments: String..., onTerminal: Bool = false) throws -> CommandOutcome {
    try fixture.run(arguments, isErrorTerminal: onTerminal)
  }

  private func spoil(_ count: Int) throws {
    let database = try SQLiteFile(opening: fixture.path("data/keychains/login.keychain-db"))
    try database.execute(
      """
      UPDATE item SET metadata = CAST(substr(metadata, 1, 60) || x'00FF00FF00FF00FF' || substr(metadata, 69) AS BLOB)
      WHERE id <= ?1
      """,
      [.integer(Int64(count))])
  }

  @Test func `items in quarantine are listed, accepted, and then the keychain is written again`() throws {
    try spoil(9)
    let verified = try run("verify-keychain")
    #expect(verified.exitCode == 7)
    #expect(verified.text.contains("damage: 9 items cannot be opened"))
    #expect(try run("add-generic-password", "-s", "new", "-a", "ada").exitCode != 0)
    let listed = try run("verify-keychain", "--quarantine")
    #expect(
      listed.text.split(separator: "\n").count { $0.contains("quarantined ") && $0.contains("not accepted") } == 9)
    #expect(!listed.text.contains("secret") && !listed.text.contains("mail"))
    let accepted = try run("repair-keychain", "--accept-quarantine")
    #expect(accepted.text == "accepted: 9\n" && accepted.exitCode == 0)
    #expect(try run("add-generic-password", "-s", "new", "-a", "ada").exitCode == 0)
    let json = try run("verify-keychain", "--quarantine", "--json").text
    #expect(json.contains("\"accepted\":true") && !json.contains("\"accepted\":false"))
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    #expect((object?["quarantine"] as? [Any])?.count == 9)
  }

  @Test func `items that do not open stay where they are when somebody wants them back`() throws {
    try spoil(1)
    try run("verify-keychain")
    try run("add-generic-password", "-s", "new", "-a", "ada")
    let outcome = try run("repair-keychain", "--restore-quarantine")
    #expect(outcome.text == "quarantined 1: unreadable\n")
    #expect(outcome.exitCode == 8)
  }

  @Test func `an item that opens again is put back when its owner asks`() throws {
    let database = try SQLiteFile(opening: fixture.path("data/keychains/login.keychain-db"))
    func metadata() throws -> [UInt8] {
      guard case .blob(let bytes) = try database.value("SELECT metadata FROM item WHERE id = 1") else { return [] }
      return bytes
    }
    let good = try metadata()
    try spoil(1)
    let bad = try metadata()
    #expect(try run("verify-keychain").exitCode == 7)
    try run("add-generic-password", "-s", "new", "-a", "ada")
    // The copy in quarantine is made whole; the item in its place stays bad.
    guard case .blob(var row) = try database.value("SELECT row FROM quarantine") else {
      Issue.record("nothing is in quarantine")
      return
    }
    row.replaceSubrange(try #require(row.firstRange(of: bad)), with: good)
    try database.execute("UPDATE quarantine SET row = ?1", [.blob(row)])
    let outcome = try run("repair-keychain", "--restore-quarantine")
    #expect(outcome.text == "quarantined 1: restored\n" && outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try run("find-generic-password", "-s", "mail", "-a", "0", "-w").text == "secret 0\n")
  }

  @Test func `a keychain that cannot be examined keeps no other from being examined`() throws {
    try spoil(1)
    let outcome = try run("verify-keychain", "missing.keychain", "login.keychain")
    #expect(outcome.errors.contains("The specified keychain could not be found."))
    #expect(outcome.text.contains("damage: 1 item cannot be opened"))
    #expect(outcome.exitCode == 7)
    #expect(try run("verify-keychain", "missing.keychain").exitCode == 50)
  }

  @Test func `nothing is told of progress where nobody looks, and no line of it is left where somebody does`() throws {
    for _ in 0..<3 { #expect(try run("verify-keychain").errors == "") }
    let keychain = try fixture.keychain("login.keychain")
    try keychain.add((0..<600).lazy.map { (.genericPassword(service: "many", account: "\($0)"), SecretBytes("s")) })
    let shown = try run("verify-keychain", onTerminal: true)
    #expect(shown.errors.hasPrefix("\r256 of 612 items"))
    #expect(shown.errors.hasSuffix("\r\u{1B}[K"))
    #expect(try run("verify-keychain").errors == "")
  }
}
