import Foundation
import KeychainKit
import Testing

@Suite("Upsert: what it names changes, what it does not name stays") struct UpsertTests {
  private let mail = ItemQuery.genericPassword(service: "mail", account: "ada")

  @Test func `a label, a protection class and the creation date outlive an upsert that names none`() throws {
    let keychain = try Keychain.inMemory()
    let item = try keychain.add(mail.label("private").accessible(.afterFirstUnlock), secret: "one")
    let changed = try keychain.upsert(mail, secret: "two")
    #expect(changed.label == "private")
    #expect(changed.accessible == .afterFirstUnlock)
    #expect(changed.creationDate == item.creationDate)
    #expect(changed.modificationDate > item.modificationDate)
    #expect(changed.persistentReference == item.persistentReference)
    #expect(try keychain.data(for: mail) == Data("two".utf8))
  }

  @Test func `what it names changes, the protection class too`() throws {
    let keychain = try Keychain.inMemory()
    try keychain.add(mail.label("old"), secret: "one")
    let changed = try keychain.upsert(mail.label("new").accessible(.always), secret: "two")
    #expect(changed.label == "new")
    #expect(changed.accessible == .always)
    #expect(try keychain.items(matching: mail).count == 1)
  }

  @Test func `where nothing is, it adds with an add's defaults`() throws {
    let keychain = try Keychain.inMemory()
    let item = try keychain.upsert(mail, secret: "one")
    #expect(item.accessible == .whenUnlocked)
    #expect(item.generation == 1)
  }

  @Test func `an item that asks for a person is not overwritten`() throws {
    let keychain = try Keychain.inMemory()
    let control = try AccessControl(protection: .whenUnlocked, flags: .userPresence)
    try keychain.add([
      "class": "genp", "svce": "mail", "acct": "ada", "accc": control, "v_Data": Data("one".utf8),
    ])
    let error = #expect(throws: KeychainError.self) { try keychain.upsert(mail, secret: "two") }
    #expect(error?.status == .interactionNotAllowed)
  }
}
