import Foundation
import Synchronization
import TestSupport
import Testing

@testable import KeychainKit

@Suite("state record: compared in the background") struct BackgroundTests {
  /// Opens a file as a long-lived process does, with little patience.
  private func opened(_ fixture: StateFixture, after delay: Duration = .milliseconds(20)) throws -> Keychain {
    var options = TemporaryKeychain.options(in: fixture.temporary.folder)
    options.verificationDelays = VerificationDelays(afterCrash: delay, atRest: delay)
    return try Keychain.open(fixture.temporary.path, as: fixture.temporary.caller, options: options)
  }

  @Test func `a change is found without a call that asks`() async throws {
    let fixture = try StateFixture(itemCount: BackgroundVerification.pageSize / 2)
    fixture.temporary.close()
    try fixture.execute("DELETE FROM item WHERE id = 2")
    let keychain = try opened(fixture, after: .seconds(1))
    #expect(keychain.store.state.condition.isSound)
    #expect(try await Patience.comesTrue { keychain.store.state.condition.alteration == .rowsDiffer })
    #expect(try keychain.secretText("mail", "0") == "secret 0")
  }

  @Test func `several pages that agree are written down once, and not compared again`() async throws {
    let fixture = try StateFixture()
    let items = (0..<BackgroundVerification.pageSize * 2 + 10).lazy.map {
      (ItemQuery.genericPassword(service: "many", account: "\($0)"), SecretBytes("x"))
    }
    try fixture.keychain.add(items)
    let last = try fixture.keychain.store.state.seenEpoch
    fixture.temporary.close()
    do {
      let keychain = try opened(fixture)
      #expect(try await Patience.comesTrue { keychain.store.state.seenEpoch == last + 1 })
      #expect(try await Patience.comesTrue { keychain.store.verification.withLock { $0.isNone } })
    }
    let keychain = try opened(fixture)
    #expect(try await Patience.comesTrue { keychain.store.verification.withLock { $0.isNone } })
    #expect(keychain.store.state.seenEpoch == last + 1)
    #expect(try keychain.verifyState().condition.isSound)
  }

  @Test func `writes in between make it begin anew and never make it wrong`() async throws {
    let fixture = try StateFixture()
    let items = (0..<2_000).lazy.map {
      (ItemQuery.genericPassword(service: "many", account: "\($0)"), SecretBytes("x"))
    }
    try fixture.keychain.add(items)
    fixture.temporary.close()
    for round in 0..<10 {
      let keychain = try opened(fixture, after: .zero)
      for number in 0..<10 { try keychain.add("round", "\(round).\(number)") }
      #expect(try await Patience.comesTrue { keychain.store.verification.withLock { $0.isNone } })
      #expect(keychain.store.state.condition.isSound)
    }
  }

  @Test func `a keychain that is let go does not wait for it`() async throws {
    let fixture = try StateFixture(itemCount: 3)
    fixture.temporary.close()
    let start = ContinuousClock.now
    do {
      let keychain = try opened(fixture, after: .seconds(600))
      #expect(try keychain.itemCount() == 3)
    }
    #expect(try fixture.temporary.folder.files()["test.keychain-db-wal", default: []].isEmpty)
    #expect(ContinuousClock.now - start < .seconds(60))
  }
}
