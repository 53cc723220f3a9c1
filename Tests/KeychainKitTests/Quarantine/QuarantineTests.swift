import Foundation
import TestSupport
import Testing

@testable import KeychainKit

/// Rows that do not open: hidden, reported, kept, and never in anybody's way.
@Suite("quarantine") struct QuarantineTests {
  private func keychain(count: Int, groups: [String] = ["team.a"]) throws -> TemporaryKeychain {
    let keychain = try TemporaryKeychain(groups: groups)
    for number in 0..<count { try keychain.keychain.add("mail", "\(number)", secret: "secret \(number)") }
    return keychain
  }

  /// Changes a byte of the sealed metadata, or of the secret, of the first rows.
  private func damage(_ keychain: TemporaryKeychain, first count: Int, column: String = "metadata") throws {
    let database = try keychain.database()
    for row in try database.rows("SELECT id, \(column) FROM item ORDER BY id LIMIT \(count)") {
      guard case .blob(var bytes) = row[1] else { continue }
      bytes[bytes.count / 2] ^= 1
      try database.execute("UPDATE item SET \(column) = ?1 WHERE id = ?2", [.blob(bytes), row[0]])
    }
  }

  private func quarantined(_ keychain: TemporaryKeychain) throws -> [[SQLiteValue]] {
    try keychain.database().rows("SELECT row, why, accepted FROM quarantine ORDER BY id")
  }

  private func writes(_ keychain: Keychain) -> [(String, Status)] {
    [
      ("add", status { try keychain.add("new", "ada") }),
      ("update", status { try keychain.update(Query.genericPassword("mail", "29"), ["labl": "l"]) }),
      ("delete", status { try keychain.delete(Query.genericPassword("mail", "28")) }),
      ("upsert", status { try keychain.upsert(.genericPassword(service: "x"), secret: SecretBytes("s")) }),
      ("passphrase", status { try keychain.setPassphrase(SecretBytes("s")) }),
    ]
  }

  @Test(arguments: ["metadata", "secret"])
  func `an undecodable row is skipped, reported once, and copied by the next write`(column: String) throws {
    let keychain = try keychain(count: 30)
    try damage(keychain, first: 1, column: column)
    let open = try keychain.keychain
    let all: [String: Any] = ["class": "genp", "m_Limit": "m_LimitAll", "r_Data": true]
    for _ in 0..<3 { #expect((try open.copyMatching(all) as? [Any])?.count == 29) }
    #expect(open.unreadableItemCount == 1)
    #expect(status { try open.secretText("mail", "0") } == .itemNotFound)
    #expect(try quarantined(keychain).isEmpty, "a read writes nothing")
    try open.add("new", "ada")
    #expect(try quarantined(keychain).count == 1)
    #expect(open.unreadableItemCount == 1)
    #expect((try open.copyMatching(all) as? [Any])?.count == 30)
    #expect(open.unreadableItemCount == 1)
    #expect(try FileContent(of: keychain).items.count == 31, "the row itself stays")
  }

  @Test func `what is in quarantine is counted once, in every process that meets the row`() throws {
    let keychain = try keychain(count: 30)
    try damage(keychain, first: 6)
    for _ in 0..<3 {
      #expect(try keychain.keychain.itemCount() == 24)
      #expect(try keychain.keychain.unreadableItemCount == 6)
      #expect(status { try keychain.keychain.copyMatching(["class": "genp", "svce": "nowhere"]) } == .itemNotFound)
      try keychain.keychain.update(Query.genericPassword("mail", "29"), ["labl": "l"])
      #expect(try keychain.keychain.unreadableItemCount == 6)
      #expect(try quarantined(keychain).count == 6)
      keychain.close()
    }
  }

  @Test func `eight do no harm`() throws {
    let keychain = try keychain(count: 30)
    try damage(keychain, first: 8)
    #expect(try keychain.keychain.itemCount() == 22)
    for (name, status) in writes(try keychain.keychain) { #expect(status == .success, "\(name)") }
  }

  @Test func `more than eight make the store read-only, and nothing is called absent`() throws {
    let keychain = try keychain(count: 30)
    try damage(keychain, first: 9)
    let before = try FileContent(of: keychain).items
    for round in 0..<2 {
      let open = try keychain.keychain
      #expect(try open.itemCount() == 21)
      #expect(open.unreadableItemCount == 9)
      for (name, status) in writes(open) { #expect(status == .readOnly, "\(name), round \(round)") }
      #expect(try open.secretText("mail", "29") == "secret 29")
      #expect(status { try open.secretText("mail", "0") } == .notAvailable)
      #expect(status { try open.copyMatching(["class": "genp", "svce": "nowhere"]) } == .notAvailable)
      #expect(status { try open.contains(.genericPassword(service: "nowhere")) } == .notAvailable)
      #expect(try FileContent(of: keychain).items == before)
      #expect(try quarantined(keychain).count == 9)
      keychain.close()
    }
    #expect(status { try keychain.keychain.copyMatching(["class": "genp", "svce": "nowhere"]) } == .notAvailable)
  }

  @Test func `more rows than are remembered at once are all found in the end`() throws {
    let keychain = try keychain(count: 100)
    try damage(keychain, first: 90)
    let open = try keychain.keychain
    #expect(try open.itemCount() == 10)
    #expect(status { try open.add("new", "ada") } == .readOnly)
    #expect(try open.itemCount() == 10)
    #expect(status { try open.add("new", "ada") } == .readOnly)
    #expect(try quarantined(keychain).count == 90)
    #expect(open.unreadableItemCount == 90)
  }

  @Test func `an add of the identity of an undecodable row replaces it and keeps a copy`() throws {
    let keychain = try keychain(count: 3)
    let uuid = try keychain.database().value("SELECT uuid FROM item ORDER BY id LIMIT 1")
    try damage(keychain, first: 1)
    try keychain.keychain.add("mail", "0", secret: "anew")
    #expect(try keychain.keychain.secretText("mail", "0") == "anew")
    #expect(try quarantined(keychain).count == 1)
    let row = try keychain.database().rows("SELECT uuid, generation FROM item ORDER BY id DESC LIMIT 1")
    #expect(row.first?[0] != uuid && row.first?[1] == .integer(1))
    #expect(try keychain.keychain.itemCount() == 3)
  }

  @Test func `an update to the identity of an undecodable row replaces it and keeps a copy`() throws {
    let keychain = try keychain(count: 3)
    try damage(keychain, first: 1)
    try keychain.keychain.update(Query.genericPassword("mail", "1"), ["acct": "0"])
    #expect(try keychain.keychain.secretText("mail", "0") == "secret 1")
    #expect(try quarantined(keychain).count == 1)
    #expect(try keychain.keychain.itemCount() == 2)
  }

  @Test func `a delete that matches it by indexed attributes takes it and keeps a copy`() throws {
    let keychain = try keychain(count: 3)
    try damage(keychain, first: 1)
    try keychain.keychain.delete(Query.genericPassword("mail", "0"))
    #expect(try quarantined(keychain).count == 1)
    #expect(try FileContent(of: keychain).items.count == 2)
    #expect(status { try keychain.keychain.delete(Query.genericPassword("mail", "0")) } == .itemNotFound)
  }

  @Test func `a delete whose filter cannot be tested on it leaves it`() throws {
    let keychain = try keychain(count: 3)
    try damage(keychain, first: 1)
    #expect(status { try keychain.keychain.delete(["class": "genp", "icmt": "none"]) } == .itemNotFound)
    #expect(try FileContent(of: keychain).items.count == 3)
    try keychain.keychain.delete(["class": "genp"])
    #expect(try FileContent(of: keychain).items.isEmpty)
    #expect(try quarantined(keychain).count == 1)
  }

  @Test func `an update treats it as not there, whether or not its secret is needed`() throws {
    for column in ["metadata", "secret"] {
      for change: [String: Any] in [["pdmn": "dk"], ["labl": "l", "pdmn": "ck"]] {
        let keychain = try keychain(count: 3)
        try damage(keychain, first: 1, column: column)
        let updated = status { try keychain.keychain.update(Query.genericPassword("mail", "0"), change) }
        #expect(updated == .itemNotFound, "\(column), \(change.keys.sorted())")
        try keychain.keychain.update(["class": "genp"], change)
        #expect(
          try keychain.keychain.items(matching: .all(.genericPassword).accessible(.whenUnlocked)).count
            == (column == "secret" ? 1 : 0))
        #expect(try keychain.keychain.unreadableItemCount == 1)
      }
    }
  }

  @Test func `a new secret heals an item whose secret alone does not open`() throws {
    let keychain = try keychain(count: 3)
    try damage(keychain, first: 1, column: "secret")
    try keychain.keychain.update(Query.genericPassword("mail", "0"), ["v_Data": Data("healed".utf8)])
    #expect(try keychain.keychain.secretText("mail", "0") == "healed")
  }

  @Test func `a row under a key that the bag does not know turns the store read-only, and is never replaced`() throws {
    let keychain = try keychain(count: 3)
    let generationNine = "CAST(substr(metadata, 1, 4) || x'09000000' || substr(metadata, 9) AS BLOB)"
    try keychain.database().execute("UPDATE item SET metadata = \(generationNine) WHERE id = 1")
    let before = try FileContent(of: keychain)
    let open = try keychain.keychain
    #expect(status { try open.secretText("mail", "0") } == .notAvailable)
    #expect(try open.secretText("mail", "1") == "secret 1")
    #expect(status { try open.add("mail", "0") } == .readOnly)
    #expect(status { try open.add("new", "ada") } == .readOnly)
    #expect(status { try open.delete(Query.genericPassword("mail", "0")) } == .readOnly)
    #expect(try FileContent(of: keychain) == before)
    keychain.close()
    let add = status { try keychain.keychain.add("mail", "0") }
    #expect(add == .notAvailable || add == .readOnly, "\(add)")
    #expect(try FileContent(of: keychain).items == before.items)
  }

  @Test(arguments: [0, 1])
  func `a row of a newer version says so, is untouched, and stays out of quarantine`(byte: Int) throws {
    let keychain = try keychain(count: 3)
    guard case .blob(var metadata)? = try keychain.database().value("SELECT metadata FROM item WHERE id = 1") else {
      return
    }
    metadata[byte] = 9
    try keychain.database().execute("UPDATE item SET metadata = ?1 WHERE id = 1", [.blob(metadata)])
    let before = try FileContent(of: keychain)
    let open = try keychain.keychain
    for call: () throws -> Any? in [
      { try open.secretText("mail", "0") }, { try open.add("mail", "0") },
      { try open.delete(Query.genericPassword("mail", "0")) },
      { try open.update(Query.genericPassword("mail", "0"), [:]) }, { try open.itemCount() },
      { try open.setPassphrase(SecretBytes("s")) },
    ] {
      #expect(status(call) == .upgradePending)
    }
    #expect(try open.lockState == .noPassphrase, "nothing was begun")
    #expect(try open.secretText("mail", "1") == "secret 1")
    #expect(try FileContent(of: keychain) == before)
  }

  @Test func `rows that do not open go to quarantine when everything is sealed anew, whatever is wrong with them`()
    throws
  {
    for damage in [
      "metadata = x''", "metadata = x'0101'", "metadata = CAST(substr(metadata, 1, 30) AS BLOB)",
      "metadata = CAST(substr(metadata, 1, 60) || x'00FF00FF' || substr(metadata, 65) AS BLOB)",
      "secret = CAST(substr(secret, 1, 60) || x'00FF00FF' || substr(secret, 65) AS BLOB)", "secret = NULL",
      "secret = x''",
      "protection = 8", "protection = 7", "access_group = access_group + 1", "tombstone = 1", "class = 3",
    ] {
      let keychain = try keychain(count: 5)
      try keychain.database().execute("UPDATE item SET \(damage) WHERE id = 2")
      try keychain.keychain.setPassphrase(SecretBytes("s"))
      #expect(try keychain.keychain.store.keyring.retiredKeys.isEmpty, "\(damage)")
      #expect(try FileContent(of: keychain).items.count == 4, "\(damage)")
      #expect(try quarantined(keychain).map { $0[1] } == [.integer(2)], "\(damage)")
      #expect(try keychain.keychain.unreadableItemCount == 1, "\(damage)")
      #expect(try keychain.keychain.itemCount() == 4, "\(damage)")
    }
  }

  @Test func `a change of the passphrase that stands still for lack of writing does not keep the keychain shut`() throws
  {
    let keychain = try keychain(count: 30)
    try keychain.keychain.setPassphrase(SecretBytes("s"))
    // An item deleted while locked waits for the unlock, and then nothing may be written.
    try keychain.keychain.add("sync", "ada", isSynchronizable: true)
    try keychain.keychain.lock()
    try keychain.keychain.delete(Query.genericPassword("sync", "ada") + ["sync": true])
    keychain.close()
    try damage(keychain, first: 9)
    try keychain.keychain.unlock(passphrase: SecretBytes("s"))
    #expect(try keychain.keychain.itemCount() == 21)
    #expect(status { try keychain.keychain.add("new", "ada") } == .readOnly)
    try keychain.keychain.lock()
    #expect(status { try keychain.keychain.unlock(passphrase: SecretBytes("s")) } == .success)
    #expect(try keychain.keychain.secretText("mail", "29") == "secret 29")
    keychain.close()
    #expect(status { try keychain.keychain.unlock(passphrase: SecretBytes("s")) } == .success)
  }
}
