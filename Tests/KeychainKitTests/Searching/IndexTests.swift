import Foundation
import TestSupport
import Testing

@testable import KeychainKit
@testable import KeychainStorage

/// What a search costs among many items, in steps of SQLite's machine: counts repeat exactly, times do not.
///
/// A hundred thousand rows through the engine take long in a debug build. So 10,000 items are added through it, and
/// the rest are copies of their rows with other uuids, identities and terms, in the same three groups: they do not
/// open, and no indexed search may ever meet one.
@Suite("searching: indexes", .serialized) struct IndexTests {
  private static let groups = ["team.a", "team.b", "team.c"]
  private static let realCount = 10_000
  private static let rowCount = 100_000

  private static func item(_ number: Int) -> ItemQuery {
    let text = "\(number)"
    let data = Data("\(number)".utf8)
    let item: ItemQuery
    switch number % 4 {
    case 0:
      item = ItemQuery.genericPassword(service: "s\(text)", account: "a\(text)").generic(data).comment("c\(text)")
    case 1:
      item = ItemQuery.internetPassword(server: "h\(text)", account: "a\(text)", securityDomain: "d\(text)")
        .comment("c\(text)")
    case 2:
      item = ItemQuery.certificate(issuer: data, serialNumber: data).with(.subject, .data([UInt8](data)))
        .with(.publicKeyHash, .data([UInt8](data))).with(.subjectKeyID, .data([UInt8](data)))
        .with(.certificateEncoding, .number(Int64(number)))
    default:
      item = ItemQuery.key(applicationLabel: data, applicationTag: data).with(.alias, .text("al\(text)"))
        .with(.keySizeInBits, .number(Int64(number)))
    }
    return item.label("l\(text)").accessGroup(groups[number % 3])
  }

  private func keychain() throws -> TemporaryKeychain {
    let keychain = try TemporaryKeychain(groups: Self.groups)
    try keychain.keychain.add((0..<Self.realCount).lazy.map { (Self.item($0), SecretBytes("secret \($0)")) })
    keychain.close()
    // A short row is enough: nobody opens it.
    let copies = Self.rowCount / Self.realCount - 1
    try keychain.database().execute(
      """
      PRAGMA synchronous = OFF;
      INSERT INTO item(uuid, identity, class, access_group, protection, synchronizable, tombstone, generation, terms,
        term1, term2, term3, term4, term5, metadata, secret)
      WITH RECURSIVE copy(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copy WHERE n < \(copies))
      SELECT randomblob(16), randomblob(16), class, access_group, protection, synchronizable, tombstone, generation,
        terms, random(), random(), random(), random(), random(), x'0106060000', NULL
      FROM item CROSS JOIN copy
      """)
    #expect(try keychain.database().value("SELECT count(*) FROM item") == .integer(Int64(Self.rowCount)))
    return keychain
  }

  /// Without the comparison of rows in the background, whose steps would be counted as well.
  private func opened(_ temporary: TemporaryKeychain) throws -> Keychain {
    var options = TemporaryKeychain.options(in: temporary.folder)
    options.verificationDelays = nil
    return try Keychain.open(temporary.path, as: temporary.caller, options: options)
  }

  /// What a call costs on the one reading connection that a single thread ever uses.
  private func cost(_ keychain: Keychain, _ call: () throws -> Bool) throws -> StatementCounters {
    func take() throws(KeychainError) -> StatementCounters {
      try keychain.store.database.read { session throws(KeychainError) in
        unsafe StatementCounters(taking: session.connection.handle)
      }
    }
    // Once before, so that statements are prepared and caches are warm.
    #expect(try call())
    _ = try take()
    #expect(try call())
    return try take()
  }

  private typealias Search = (name: String, query: @Sendable (Int) -> ItemQuery)

  /// For each class the five kinds of term, by the attributes behind them.
  // swift-format-ignore
  private static let searches: [(class: Int, Search)] = [
    (0, ("service and account", { .genericPassword(service: "s\($0)", account: "a\($0)") })),
    (0, ("service",             { .genericPassword(service: "s\($0)") })),
    (0, ("account",             { .genericPassword(account: "a\($0)") })),
    (0, ("label",               { .all(.genericPassword).label("l\($0)") })),
    (0, ("generic",             { .all(.genericPassword).generic(Data("\($0)".utf8)) })),
    (1, ("server and account",  { .internetPassword(server: "h\($0)", account: "a\($0)") })),
    (1, ("server",              { .internetPassword(server: "h\($0)") })),
    (1, ("account of a server", { .internetPassword(account: "a\($0)") })),
    (1, ("label of a server",   { .all(.internetPassword).label("l\($0)") })),
    (1, ("security domain",     { .internetPassword(securityDomain: "d\($0)") })),
    (2, ("issuer and serial",   { .certificate(issuer: Data("\($0)".utf8), serialNumber: Data("\($0)".utf8)) })),
    (2, ("subject",             { .all(.certificate).with(.subject, .data(Array("\($0)".utf8))) })),
    (2, ("public key hash",     { .all(.certificate).with(.publicKeyHash, .data(Array("\($0)".utf8))) })),
    (2, ("certificate's label", { .all(.certificate).label("l\($0)") })),
    (2, ("subject key id",      { .all(.certificate).with(.subjectKeyID, .data(Array("\($0)".utf8))) })),
    (3, ("application label",   { .key(applicationLabel: Data("\($0)".utf8)) })),
    (3, ("application tag",     { .key(applicationTag: Data("\($0)".utf8)) })),
    (3, ("key's label",         { .all(.key).label("l\($0)") })),
    (3, ("alias",               { .all(.key).with(.alias, .text("al\($0)")) })),
  ]

  @Test func `a search by any kind of term answers from its index, and one by none walks its group and class`() throws {
    let temporary = try keychain()
    let keychain = try opened(temporary)
    for (itemClass, (name, query)) in Self.searches {
      let number = 1_200 + itemClass
      // Three groups are three searches, one group is one.
      for (query, groups) in [(query(number), 3), (query(number).accessGroup(Self.groups[number % 3]), 1)] {
        let cost = try cost(keychain) {
          let isFound = try keychain.contains(query)
          return try keychain.items(matching: query).count == 1 && isFound
        }
        #expect(cost.runs > 0 && cost.steps > 20, "the counters count: \(cost)")
        #expect(cost.scannedRows == 0 && cost.sorts == 0, "\(name): \(cost)")
        #expect(cost.steps < 200 * groups + 100, "\(name), \(groups) groups: \(cost)")
      }
      let miss = try cost(keychain) { try !keychain.contains(query(77_777)) }
      #expect(miss.scannedRows == 0 && miss.steps < 200, "\(name), nothing found: \(miss)")
    }
    try expectWalk(temporary)
  }

  /// An attribute without a term: every row of the class in the caller's groups is looked at, and no other.
  private func expectWalk(_ temporary: TemporaryKeychain) throws {
    try temporary.database().execute(
      "DELETE FROM item WHERE length(metadata) < 10 AND access_group = (\(Self.groupOfFirst))")
    let keychain = try opened(temporary).with(Caller(accessGroups: [Self.groups[0]]))
    let inGroup = Self.realCount / 4 / 3 + 1
    let query = ItemQuery.all(.genericPassword).comment("c1200")
    let walk = try cost(keychain) { try keychain.items(matching: query).count == 1 }
    #expect(walk.scannedRows == 0 && walk.sorts == 0, "\(walk)")
    #expect((inGroup * 10...inGroup * 60 + 1_000).contains(walk.steps), "\(inGroup) rows: \(walk)")
    let all = try cost(keychain) { try keychain.items(matching: .all(.genericPassword)).count == inGroup }
    #expect(all.scannedRows == 0 && all.steps < inGroup * 60 + 1_000, "\(all)")
  }

  /// The tag of the group of the first item, `team.a`.
  private static let groupOfFirst = "SELECT access_group FROM item ORDER BY id LIMIT 1"
}
