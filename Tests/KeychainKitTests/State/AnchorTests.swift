import Foundation
import TestSupport
import Testing

@testable import KeychainKit

@Suite("anchor: when it is written") struct AnchorTests {
  private func epoch(_ fixture: StateFixture) throws -> UInt64 {
    try fixture.keychain.store.state.seenEpoch
  }

  @Test func `a new keychain has one, for its owner alone`() throws {
    let fixture = try StateFixture()
    #expect(try fixture.anchoredEpoch == 1)
    let path = "\(fixture.temporary.folder.path)/\(try fixture.anchorName)"
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test func `at the first write, then at most once a second, and at close`() throws {
    let fixture = try StateFixture()
    let start = ContinuousClock.now
    try fixture.keychain.add("s", "first")
    #expect(try fixture.anchoredEpoch == 2)
    try fixture.keychain.add("s", "second")
    if ContinuousClock.now - start < .milliseconds(900) { #expect(try fixture.anchoredEpoch == 2) }
    Thread.sleep(forTimeInterval: 1.1)
    try fixture.keychain.add("s", "third")
    #expect(try fixture.anchoredEpoch == 4)
    for number in 0..<5 { try fixture.keychain.add("s", "\(number)") }
    let last = try epoch(fixture)
    #expect(last == 9)
    fixture.temporary.close()
    #expect(try fixture.anchoredEpoch == last)
  }

  @Test func `at lock`() throws {
    let fixture = try StateFixture(passphrase: TestPassphrase.text)
    for number in 0..<5 { try fixture.keychain.add("s", "\(number)") }
    try fixture.keychain.lock()
    #expect(try fixture.anchoredEpoch == 6)
  }

  @Test func `one that is further stays`() throws {
    let fixture = try StateFixture(itemCount: 1)
    let old = try fixture.temporary.folder.bytes(of: fixture.anchorName)
    // A crash between the commit and the anchor: the anchor is behind, and that is in order.
    for number in 0..<5 { try fixture.keychain.add("s", "\(number)") }
    fixture.temporary.close()
    try fixture.temporary.folder.write(old, to: fixture.anchorName)
    #expect(try fixture.keychain.verifyState().condition.isSound)
    try fixture.keychain.add("s", "later")
    let epoch = try epoch(fixture)
    fixture.temporary.close()
    #expect(try fixture.anchoredEpoch == epoch)
    _ = try fixture.keychain.itemCount()
    fixture.temporary.close()
    #expect(try fixture.anchoredEpoch == epoch, "a keychain that only reads leaves it as it is")
  }

  @Test func `a state folder that cannot be written keeps nobody from writing`() throws {
    let fixture = try StateFixture(itemCount: 1)
    let state = TemporaryKeychain.stateFolder(in: fixture.temporary.folder)
    fixture.temporary.close()
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: state)
    defer {
      do {
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: state)
      } catch {
        Issue.record(error)
      }
    }
    try fixture.keychain.add("s", "later")
    fixture.temporary.close()
    #expect(try fixture.keychain.verifyState().condition.isSound)
  }
}
