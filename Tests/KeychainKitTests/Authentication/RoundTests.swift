import Foundation
import KeychainKit
import Synchronization
import TestSupport
import Testing

@Suite("authentication: rounds") struct RoundTests {
  private static var all: [String: Any] { ["class": "genp", "svce": "s", "m_Limit": "m_LimitAll"] }

  private func keychain(_ controls: [AccessControlFlags], free: Int = 0) throws -> TemporaryKeychain {
    let temporary = try TemporaryKeychain(passphrase: ConstrainedItem.passphrase)
    for (number, flags) in controls.enumerated() {
      try temporary.keychain.add(
        ["class": "genp", "svce": "s", "acct": "\(number)", "accc": try ConstrainedItem.control(flags)])
    }
    for number in 0..<free { try temporary.keychain.add("s", "free \(number)") }
    return temporary
  }

  @Test func `a list of many items asks once for what they share`() throws {
    let temporary = try keychain(Array(repeating: .userPresence, count: 250), free: 250)
    let person = ScriptedPerson()
    let keychain = try temporary.keychain.with(person)
    let found = try #require(try keychain.copyMatching(Self.all + ["r_Attributes": true]) as? [Any])
    #expect(found.count == 500)
    #expect(person.takeQuestions() == ["pb"])
    #expect(try keychain.items(matching: .genericPassword(service: "s")).count == 500)
    #expect(person.takeQuestions() == ["pb"], "once for the listing, not once a page")
    try keychain.update(["class": "genp", "svce": "s"], ["labl": "l"])
    #expect(person.takeQuestions() == ["pb"])
  }

  @Test func `a list is whole or there is none, and a skipping one leaves out what would ask`() throws {
    let temporary = try keychain([.userPresence, .biometryAny], free: 3)
    let keychain = try temporary.keychain
    #expect(status { try keychain.copyMatching(Self.all) } == .interactionNotAllowed)
    #expect(status { try keychain.items(matching: .genericPassword(service: "s")) } == .interactionNotAllowed)
    let skipping = Self.all + ["u_AuthUI": "u_AuthUIS", "r_Attributes": true]
    let person = ScriptedPerson()
    #expect((try keychain.with(person).copyMatching(skipping) as? [Any])?.count == 3)
    #expect(person.takeQuestions() == [])
    // Presence was shown by the passphrase, which is no finger.
    let passphrase = ScriptedPerson(.passcode)
    #expect(status { try keychain.with(passphrase).copyMatching(Self.all) } == .authenticationFailed)
    let context = AuthenticationContext(authenticator: passphrase)
    try context.evaluate(.passcode, reason: "run a test", on: keychain)
    #expect((try keychain.copyMatching(skipping + ["u_AuthCtx": context]) as? [Any])?.count == 4)
  }

  @Test func `an update that is refused half-way changes nothing`() throws {
    let temporary = try keychain([.devicePasscode, .companion], free: 1)
    let keychain = try temporary.keychain.with(ScriptedPerson(.passcode))
    #expect(status { try keychain.update(["class": "genp", "svce": "s"], ["labl": "l"]) } == .authenticationFailed)
    let willing = try temporary.keychain.with(ScriptedPerson())
    for item in try willing.items(matching: .genericPassword(service: "s")) { #expect(item.label == nil) }
  }

  @Test func `whoever asks may use the keychain meanwhile, and what it did counts`() throws {
    let temporary = try keychain([.userPresence], free: 1)
    let base = try temporary.keychain
    let inner = Mutex<[Status]>([])
    let busy = ScriptedPerson { request in
      let other = Thread {
        let answers = [
          status { try base.add("s", "meanwhile") },
          status { try base.update(["class": "genp", "svce": "s", "acct": "free 0"], ["labl": "l"]) },
          status { try base.secretText("s", "free 0") },
        ]
        inner.withLock { $0 += answers }
      }
      other.start()
      while !other.isFinished { usleep(1_000) }
      inner.withLock { $0.append(status { try base.delete(Query.genericPassword("s", "meanwhile")) }) }
      return request.methods
    }
    let keychain = base.with(busy)
    #expect(try keychain.items(matching: .genericPassword(service: "s")).count == 2)
    #expect(inner.withLock { $0 } == [.success, .success, .success, .success])
    try keychain.update(["class": "genp", "svce": "s"], ["icmt": "n"])
    #expect(inner.withLock { $0.count } == 8)
    // An item that is deleted while its person is asked is not there afterwards.
    let deleting = base.with(
      ScriptedPerson { request in
        inner.withLock { $0.append(status { try base.delete(Query.genericPassword("s", "0")) }) }
        return request.methods
      })
    #expect(status { try deleting.secretText("s", "0") } == .itemNotFound)
  }

  @Test func `an authenticator may be asked by the call that it makes itself`() throws {
    let temporary = try keychain([.devicePasscode, .biometryAny])
    let base = try temporary.keychain
    let nested = ScriptedPerson(.biometry)
    let keychain = base.with(
      ScriptedPerson(.passcode) { request throws(AuthenticationError) in
        do throws(KeychainError) {
          _ = try base.with(nested).copyMatching(Query.genericPassword("s", "1"))
        } catch {
          throw .keychain(error)
        }
        return request.methods
      })
    #expect(status { try keychain.copyMatching(Query.genericPassword("s", "0")) } == .success)
    #expect(nested.takeQuestions() == ["b"])
  }
}
