import Foundation
import KeychainKit
import TestSupport
import Testing

@Suite("bad input: sizes of secrets", .serialized) struct SecretSizeTests {
  private static let limit = 16 << 20

  private static func bytes(_ count: Int) -> Data {
    var data = Data(count: count)
    for index in stride(from: 0, to: count, by: 4_093) { data[index] = UInt8(truncatingIfNeeded: index >> 8 | 1) }
    return data
  }

  @Test(arguments: [0, 1, 14, 15, 65_534, 65_535, 65_536, 1 << 20, limit])
  func `a secret is stored and returned exactly`(count: Int) throws {
    let secret = Self.bytes(count)
    let keychain = try TemporaryKeychain()
    try keychain.keychain.add(Query.genericPassword("size", "a") + ["v_Data": secret])
    let query = Query.genericPassword("size", "a") + ["r_Data": true]
    #expect(try keychain.keychain.copyMatching(query) as? Data == secret)
    keychain.close()
    #expect(try keychain.keychain.copyMatching(query) as? Data == secret)
    let typed = try keychain.keychain.secret(for: .genericPassword(service: "size", account: "a"))
    #expect(typed.count == count)
    try keychain.keychain.update(Query.genericPassword("size", "a"), ["v_Data": Data("x".utf8) + secret.dropLast()])
    #expect(try keychain.keychain.copyMatching(query) as? Data == Data("x".utf8) + secret.dropLast())
  }

  @Test func `a secret of one byte more than 16 MiB is refused, and nothing changes`() throws {
    let keychain = try TemporaryKeychain()
    try keychain.keychain.add("size", "a", secret: "before")
    let before = try FileContent(of: keychain)
    let secret = Data(count: Self.limit + 1)
    let item = ItemQuery.genericPassword(service: "size", account: "a")
    let other = ItemQuery.genericPassword(service: "size", account: "b")
    let large = SecretBytes([UInt8](secret))
    let calls: [(String, () throws -> Void)] = [
      (
        "add",
        {
          try keychain.keychain.add(Query.genericPassword("size", "b") + ["v_Data": secret])
        }
      ),
      (
        "update",
        {
          try keychain.keychain.update(Query.genericPassword("size", "a"), ["v_Data": secret])
        }
      ),
      ("typed add", { try keychain.keychain.add(other, secret: large) }),
      ("upsert", { try keychain.keychain.upsert(item, secret: large) }),
      ("typed update", { try keychain.keychain.update(item, .secret(large)) }),
      (
        "compare and swap",
        {
          try keychain.keychain.compareAndSwap(try keychain.keychain.item(matching: item), .secret(large))
        }
      ),
    ]
    for (name, call) in calls { #expect(status(call) == .parameter, "\(name)") }
    #expect(try FileContent(of: keychain) == before)
  }

  @Test func `attributes of more than a mebibyte are refused, and nothing changes`() throws {
    let keychain = try TemporaryKeychain()
    let before = try FileContent(of: keychain)
    let label = String(repeating: "l", count: 1 << 20)
    let added = status {
      try keychain.keychain.add(Query.genericPassword("size", "a") + ["labl": label])
    }
    #expect(added == .parameter)
    #expect(try FileContent(of: keychain) == before)
  }
}
