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
    try agent.store(SecretBytes.random(byteCount: 32), for: database, timeoutSeconds: 2)
    // The kernel counts whole seconds: two may be hardly more than one.
    for _ in 0..<3 {
      try await Task.sleep(for: .milliseconds(700))
      #expect(try agent.load(database, timeoutSeconds: 2) != nil)
    }
    try await Task.sleep(for: .milliseconds(2_100))
    #expect(try agent.load(database, timeoutSeconds: 2) == nil)
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
