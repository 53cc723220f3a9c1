import Foundation
import KeychainKit
import TestSupport
import Testing

@Suite("items: the sequence of changes") struct ChangesTests {
  @Test(.timeLimit(.minutes(10)))
  func `a change here and one in another process are both seen`() async throws {
    let temporary = try TemporaryKeychain(groups: ["team.a", "team.b"])
    let keychain = try temporary.keychain
    var changes = keychain.changes().makeAsyncIterator()
    // The watch begins when its task runs; a moment later the first change falls into it.
    try await Task.sleep(for: .milliseconds(100))
    try keychain.add("mail", "ada")
    #expect(try await changes.next() != nil)
    let worker = try Worker(["add", temporary.folder.path, "w", "1"])
    #expect(try await changes.next() != nil)
    worker.wait()
  }

  @Test(.timeLimit(.minutes(10)))
  func `it stops when its task is cancelled, and reads cause none`() async throws {
    let temporary = try TemporaryKeychain()
    let keychain = try temporary.keychain
    let task = Task {
      var count = 0
      for try await _ in keychain.changes() { count += 1 }
      return count
    }
    try await Task.sleep(for: .milliseconds(300))
    for _ in 0..<20 { _ = try keychain.itemCount() }
    try await Task.sleep(for: .milliseconds(600))
    task.cancel()
    #expect(try await task.value == 0)
  }

  @Test(.timeLimit(.minutes(10)))
  func `in memory it works as well`() async throws {
    let keychain = try Keychain.inMemory()
    var changes = keychain.changes().makeAsyncIterator()
    try await Task.sleep(for: .milliseconds(100))
    try keychain.upsert(.genericPassword(service: "s"), secret: SecretBytes("s"))
    #expect(try await changes.next() != nil)
  }
}
