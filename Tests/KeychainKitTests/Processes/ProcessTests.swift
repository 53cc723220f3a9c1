import Foundation
import KeychainKit
import TestSupport
import Testing

@Suite("processes: several on one file", .serialized) struct ProcessTests {
  private static let groups = ["team.a", "team.b"]

  @Test func `four that add beside two that read lose nothing and never meet a locked database`() throws {
    let temporary = try TemporaryKeychain(groups: Self.groups)
    let keychain = try temporary.keychain
    let readers = try (0..<2).map { _ in try Worker(["read", temporary.folder.path]) }
    for reader in readers { #expect(reader.line() == "ready") }
    let writers = try (0..<4).map { try Worker(["add", temporary.folder.path, "w\($0)", "200"]) }
    var acknowledged: Set<String> = []
    for writer in writers { acknowledged.formUnion(writer.lines()) }
    for worker in writers { #expect(worker.wait() == 0) }
    for reader in readers {
      reader.endInput()
      #expect(reader.lines().count == 1)
      #expect(reader.wait() == 0)
    }
    #expect(acknowledged.count == 800)
    var found: Set<String> = []
    for item in try keychain.items(matching: .genericPassword(service: "worker")) {
      let secret = try keychain.secret(for: item.query)
      #expect(secret.isEqual(to: SecretBytes("secret of \(item.account)")))
      found.insert(item.account)
    }
    #expect(found == acknowledged)
    let report = try keychain.verifyState()
    #expect(report.condition.isSound && report.itemCount == 800, "\(report)")
    #expect(try temporary.database().value("PRAGMA integrity_check") == .text("ok"))
  }

  @Test func `a writer that is killed a hundred times leaves what it acknowledged, and nothing half`() throws {
    let temporary = try TemporaryKeychain(groups: Self.groups)
    var random = SeededRandom(seed: .random(in: .min ... .max))
    let seed = random.seed
    for round in 0..<100 {
      let prefix = "r\(round)"
      let writer = try Worker(["write", temporary.folder.path, prefix])
      #expect(writer.line() == "ready")
      var acknowledged = 0
      for _ in 0..<Int.random(in: 0...12, using: &random) where writer.line() != nil { acknowledged += 1 }
      usleep(.random(in: 0...4_000, using: &random))
      writer.kill()
      acknowledged += writer.lines().count
      writer.wait()
      #expect(try temporary.database().value("PRAGMA integrity_check") == .text("ok"), "round \(round)")
      // Half of the time as a process that had the file open, half as one that opens it after the crash.
      if round % 2 == 0 { temporary.close() }
      let state = try Self.state(of: temporary.keychain, prefix)
      let history = WriterHistory(prefix: prefix)
      let report = try temporary.keychain.verifyState()
      #expect(report.condition.isSound, "seed \(seed), round \(round): \(report)")
      let isWhole = state == history.state(after: acknowledged) || state == history.state(after: acknowledged + 1)
      #expect(isWhole, "seed \(seed), round \(round), \(acknowledged) acknowledged: \(state.keys.sorted())")
    }
    temporary.close()
    #expect(try Self.state(of: temporary.keychain, "r").count > 100)
    #expect(try temporary.keychain.unreadableItemCount == 0)
    try temporary.keychain.add("still", "writable")
  }

  /// The secrets of the items whose account begins with a prefix and a dot, or with the prefix where it is one letter.
  private static func state(of keychain: Keychain, _ prefix: String) throws -> [String: String] {
    var state: [String: String] = [:]
    for item in try keychain.items(matching: .genericPassword(service: "worker")) {
      guard item.account.hasPrefix(prefix.count == 1 ? prefix : prefix + ".") else { continue }
      state[item.account] = String(decoding: try keychain.data(for: item.query), as: UTF8.self)
    }
    return state
  }
}

/// What `KeychainWorker write` does, one step after the other.
private struct WriterHistory {
  let prefix: String

  /// The items there are after a number of steps.
  func state(after steps: Int) -> [String: String] {
    var state: [String: String] = [:]
    var left = steps
    func step(_ change: () -> Void) {
      if left > 0 { change() }
      left -= 1
    }
    var number = 0
    while left > 0 {
      let name = "\(prefix).\(number)"
      step { state[name] = "\(name) 0" }
      if number % 3 == 1 { step { state[name] = "\(name) 1" } }
      if number % 5 == 4 { step { state["\(prefix).\(number - 1)"] = nil } }
      number += 1
    }
    return state
  }
}
