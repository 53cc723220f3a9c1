import KeychainSchema
import Testing

@testable import KeychainCrypto

@Suite("The kernel's keyring", .serialized)
struct KernelKeyringTests {
  private let agent = KernelKeyring()
  private let database = RandomBytes.identifier()

  /// Nil, and a printed word, where the kernel refuses.
  private func isAvailable() throws -> Bool {
    do {
      try agent.store(SecretBytes.random(byteCount: 32), for: database, timeoutSeconds: 10)
      return true
    } catch KernelKeyringError.refused(let code) {
      print("skipped: the kernel's keyring is refused here (errno \(code))")
      return false
    }
  }

  @Test func `a key is kept, replaced and removed`() throws {
    guard try isAvailable() else { return }
    defer { _ = error(KernelKeyringError.self) { () throws(KernelKeyringError) in try agent.remove(database) } }
    let key = SecretBytes.random(byteCount: 32)
    try agent.store(key, for: database, timeoutSeconds: 60)
    #expect(try agent.load(database, timeoutSeconds: 60)?.isEqual(to: key) == true)
    #expect(try agent.load(RandomBytes.identifier(), timeoutSeconds: 60) == nil)
    try agent.remove(database)
    #expect(try agent.load(database, timeoutSeconds: 60) == nil)
    try agent.remove(database)
  }

  @Test func `it ends when its time is up, and every use starts the time again`() async throws {
    guard try isAvailable() else { return }
    let timeoutSeconds: UInt32 = 5
    try agent.store(SecretBytes.random(byteCount: 32), for: database, timeoutSeconds: timeoutSeconds)
    var lastUse = ContinuousClock.now
    // Three uses, the last of which comes after the first timeout would have ended the key.
    for _ in 0..<3 {
      try await Task.sleep(for: .seconds(2))
      let pause = ContinuousClock.now - lastUse
      // The kernel counts whole seconds, and a busy machine wakes us late: then nothing can be said.
      guard pause < .seconds(4) else {
        print("the machine was too busy to judge the timeout: \(pause) instead of two seconds")
        return
      }
      lastUse = .now
      #expect(try agent.load(database, timeoutSeconds: timeoutSeconds) != nil)
    }
    try await Task.sleep(for: .seconds(6))
    #expect(try agent.load(database, timeoutSeconds: timeoutSeconds) == nil)
  }

  @Test func `from any thread`() async throws {
    guard try isAvailable() else { return }
    await withTaskGroup(of: KernelKeyringError?.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let database = RandomBytes.identifier()
          return error(KernelKeyringError.self) { () throws(KernelKeyringError) in
            try agent.store(SecretBytes.random(byteCount: 32), for: database, timeoutSeconds: 5)
            _ = try agent.load(database, timeoutSeconds: 5)
            try agent.remove(database)
          }
        }
      }
      for await found in group { #expect(found == nil) }
    }
    try agent.remove(database)
  }
}
