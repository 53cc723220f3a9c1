import Foundation
import KeychainKit
import Synchronization
import TestSupport
import Testing

@Suite("threads") struct ThreadTests {
  @Test func `eight threads do everything at once for two seconds, and nothing fails`() throws {
    let temporary = try TemporaryKeychain(groups: ["team.a", "team.b"])
    let keychain = try temporary.keychain
    let shared = ItemQuery.genericPassword(service: "shared", account: "counter")
    try keychain.add(shared, secret: SecretBytes("0"))
    let swaps = Atomic(0)
    let deadline = ContinuousClock.now + .seconds(2)
    let failures = Threads.run(8) { thread, report in
      var random = SeededRandom(seed: UInt64(thread))
      var mine: [Int: Int] = [:]
      while ContinuousClock.now < deadline {
        let number = Int.random(in: 0..<40, using: &random)
        let item = ItemQuery.genericPassword(service: "\(thread)", account: "\(number)")
          .accessGroup(number % 2 == 0 ? "team.a" : "team.b")
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1:
          let value = (mine[number] ?? 0) + 1
          try keychain.upsert(item, secret: SecretBytes("\(value)"))
          mine[number] = value
        case 2:
          let status = status { try keychain.delete(item) }
          report.expect(status == (mine[number] == nil ? .itemNotFound : .success), "delete: \(status)")
          mine[number] = nil
        case 3:
          let status = status { try keychain.update(item, .secret(SecretBytes("\((mine[number] ?? 0) + 1)"))) }
          report.expect(status == (mine[number] == nil ? .itemNotFound : .success), "update: \(status)")
          if let value = mine[number] { mine[number] = value + 1 }
        case 4:
          let items = try keychain.items(matching: .genericPassword(service: "\(thread)"))
          report.expect(items.count == mine.count, "\(items.count) items, not \(mine.count)")
        case 5:
          let seen = try keychain.item(matching: shared)
          let current = String(decoding: try keychain.data(for: shared), as: UTF8.self)
          let next = SecretBytes("\((Int(current) ?? 0) + 1)")
          if status({ try keychain.compareAndSwap(seen, .secret(next)) }) == .success {
            swaps.add(1, ordering: .relaxed)
          }
        case 6:
          let condition = try keychain.condition
          report.expect(condition.isSound, "\(condition)")
        default:
          let found = mine[number] == nil ? nil : String(decoding: try keychain.data(for: item), as: UTF8.self)
          report.expect(found == mine[number].map { "\($0)" }, "\(found ?? "nothing") at \(number)")
        }
      }
      for (number, value) in mine {
        let item = ItemQuery.genericPassword(service: "\(thread)", account: "\(number)")
        let found = String(decoding: try keychain.data(for: item), as: UTF8.self)
        report.expect(found == "\(value)", "in the end \(found) instead of \(value)")
      }
    }
    #expect(failures == [])
    // Data is read after the generation, so a swap that came through may have counted from a later one, never twice.
    #expect(try keychain.item(matching: shared).generation == Int64(swaps.load(ordering: .relaxed)) + 1)
    #expect(keychain.unreadableItemCount == 0)
    #expect(try keychain.verifyState().condition.isSound)
    #expect(try temporary.database().value("PRAGMA integrity_check") == .text("ok"))
  }
}
