import Foundation
import KeychainKit
import TestSupport
import Testing

/// Every protection class in every state of the keychain, in every call.
@Suite("locking: protection classes by state") struct ProtectionTableTests {
  private static let passphrase = SecretBytes(TestPassphrase.text)

  /// What a keychain is brought into before a call.
  enum State: String, CaseIterable {
    case noPassphrase
    case notYetUnlocked
    case unlocked
    case locked

    // swift-format-ignore
    /// The classes that are open.
    var open: Set<ProtectionClass> {
      switch self {
      case .noPassphrase:   [.whenUnlocked, .afterFirstUnlock, .always, .whenUnlockedThisDeviceOnly, .afterFirstUnlockThisDeviceOnly, .alwaysThisDeviceOnly]
      case .notYetUnlocked: [.always, .alwaysThisDeviceOnly]
      case .unlocked:       Set(ProtectionClass.allCases)
      case .locked:         [.always, .alwaysThisDeviceOnly, .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly]
      }
    }
  }

  /// A keychain in a state, with an item of every class it can have.
  private func keychain(in state: State) throws -> TemporaryKeychain {
    let keychain = try TemporaryKeychain(passphrase: state == .noPassphrase ? nil : TestPassphrase.text)
    for protection in ProtectionClass.allCases {
      if state == .noPassphrase, protection == .whenPasscodeSetThisDeviceOnly { continue }
      try keychain.keychain.add("there", protection.code, secret: protection.code, accessible: protection.code)
    }
    switch state {
    case .noPassphrase, .unlocked: break
    case .notYetUnlocked: keychain.close()
    case .locked: #expect(try keychain.keychain.lock())
    }
    return keychain
  }

  @Test(arguments: State.allCases)
  func `a class is served where its body is open, and called locked where it is not`(state: State) throws {
    let keychain = try keychain(in: state)
    let open = try keychain.keychain
    #expect("\(try open.lockState)" == state.rawValue)
    for protection in ProtectionClass.allCases {
      let query = Query.genericPassword("there", protection.code)
      let isThere = state != .noPassphrase || protection != .whenPasscodeSetThisDeviceOnly
      let expected: Status =
        !isThere ? .itemNotFound : state.open.contains(protection) ? .success : .interactionNotAllowed
      let name = "\(state), \(protection.code)"
      #expect(status { try open.copyMatching(query + ["r_Data": true]) } == expected, "\(name): data")
      #expect(status { try open.copyMatching(query + ["r_Attributes": true]) } == expected, "\(name): attributes")
      #expect(status { try open.copyMatching(query) } == expected, "\(name): presence")
      #expect(
        status { try open.copyMatching(query + ["icmt": "x"]) } == (expected == .success ? .itemNotFound : expected),
        "\(name): filter")
      #expect(status { try open.update(query, ["labl": "l"]) } == expected, "\(name): update")
      #expect(status { try open.update(query, ["v_Data": Data("new".utf8)]) } == expected, "\(name): new secret")
      #expect(
        status { try open.contains(.genericPassword(service: "there", account: protection.code)) }
          == (isThere ? expected : .success), "\(name): contains")

      let add: Status =
        state.open.contains(protection)
        ? .success : state == .noPassphrase ? .authenticationFailed : .interactionNotAllowed
      #expect(status { try open.add("new", protection.code, accessible: protection.code) } == add, "\(name): add")
      let duplicate: Status = add == .success ? .duplicateItem : add
      #expect(
        status { try open.add("new", protection.code, accessible: protection.code) } == duplicate, "\(name): add again")
      if state.open.contains(protection) {
        #expect(try open.secretText("there", protection.code) == "new")
      }
    }
  }

  @Test(arguments: State.allCases)
  func `a delete by indexed attributes takes locked items, and any other filter takes nothing`(state: State) throws {
    let keychain = try keychain(in: state)
    let open = try keychain.keychain
    for protection in ProtectionClass.allCases {
      if state == .noPassphrase, protection == .whenPasscodeSetThisDeviceOnly { continue }
      let query = Query.genericPassword("there", protection.code)
      let filtered = query + ["icmt": "none"]
      let isOpen = state.open.contains(protection)
      #expect(status { try open.delete(filtered) } == (isOpen ? .itemNotFound : .interactionNotAllowed))
      #expect(status { try open.delete(query) } == .success, "\(state), \(protection.code)")
      #expect(status { try open.delete(query) } == .itemNotFound)
      #expect(status { try open.copyMatching(query) } == .itemNotFound, "not there, and so not locked")
    }
    #expect(try FileContent(of: keychain).items.isEmpty)
  }

  @Test(arguments: [State.notYetUnlocked, .locked])
  func `an update between classes needs both`(state: State) throws {
    let keychain = try keychain(in: state)
    for old in ProtectionClass.allCases {
      for new in ProtectionClass.allCases {
        let query = Query.genericPassword("there", old.code)
        let isPossible = state.open.contains(old) && state.open.contains(new)
        let status = status { try keychain.keychain.update(query, ["pdmn": new.code]) }
        #expect(status == (isPossible ? .success : .interactionNotAllowed), "\(state): \(old.code) to \(new.code)")
        if isPossible { try keychain.keychain.update(query, ["pdmn": old.code]) }
      }
    }
    try keychain.keychain.unlock(passphrase: Self.passphrase)
    for protection in ProtectionClass.allCases {
      #expect(try keychain.keychain.secretText("there", protection.code) == protection.code)
    }
  }

  @Test func `what is locked is never called absent, and a list is whole or there is none`() throws {
    let keychain = try keychain(in: .locked)
    let open = try keychain.keychain
    #expect(status { try open.itemCount() } == .interactionNotAllowed)
    #expect(status { try open.items(matching: .all(.genericPassword)) } == .interactionNotAllowed)
    #expect(status { try open.copyMatching(["class": "genp", "icmt": "x"]) } == .interactionNotAllowed)
    #expect(status { try open.copyMatching(["class": "genp", "svce": "nowhere"]) } == .itemNotFound)
    #expect(status { try open.copyMatching(["class": "inet", "icmt": "x"]) } == .itemNotFound)
    #expect(try open.items(matching: .all(.genericPassword).accessible(.always)).count == 1)
  }

  @Test func `an add of the identity of a locked item is a duplicate, in a class that is open`() throws {
    let keychain = try keychain(in: .locked)
    #expect(status { try keychain.keychain.add("there", "ak", accessible: "dk") } == .duplicateItem)
    try keychain.keychain.unlock(passphrase: Self.passphrase)
    try keychain.keychain.add("tomb", "ak", isSynchronizable: true)
    try keychain.keychain.delete(Query.genericPassword("tomb", "ak") + ["sync": true])
    try keychain.keychain.lock()
    // A tombstone has the identity, and its reference cannot be taken over without its key.
    let status = status { try keychain.keychain.add("tomb", "ak", accessible: "ck", isSynchronizable: true) }
    #expect(status == .interactionNotAllowed)
  }

  @Test func `locking a keychain without a passphrase reports that nothing was locked`() throws {
    let keychain = try keychain(in: .noPassphrase)
    #expect(try !keychain.keychain.lock())
    #expect(try keychain.keychain.itemCount() == 6)
    #expect(status { try keychain.keychain.unlock(passphrase: Self.passphrase) } == .authenticationFailed)
    #expect(try keychain.keychain.itemCount() == 6)
  }
}
