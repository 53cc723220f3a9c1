import KeychainSchema
import Security
import Testing

/// A row of the table: the value of `kSecAttrSynchronizable` in a query, and which of two twins the query is about.
struct SynchronizableRow: Sendable, CustomTestStringConvertible {
  let name: String
  /// Made anew for each call: a value of `Any` is not `Sendable`.
  let value: @Sendable () -> Any?
  let touchesLocal: Bool
  let touchesSynchronizable: Bool

  var testDescription: String { name }

  // swift-format-ignore
  static let all: [SynchronizableRow] = [
    SynchronizableRow(name: "absent",        value: { nil },                          touchesLocal: true,  touchesSynchronizable: false),
    SynchronizableRow(name: "false",         value: { false },                        touchesLocal: true,  touchesSynchronizable: false),
    SynchronizableRow(name: "kCFBooleanFalse", value: { kCFBooleanFalse },            touchesLocal: true,  touchesSynchronizable: false),
    SynchronizableRow(name: "0",             value: { 0 },                            touchesLocal: true,  touchesSynchronizable: false),
    SynchronizableRow(name: "true",          value: { true },                         touchesLocal: false, touchesSynchronizable: true),
    SynchronizableRow(name: "kCFBooleanTrue", value: { kCFBooleanTrue as Any },       touchesLocal: false, touchesSynchronizable: true),
    SynchronizableRow(name: "1",             value: { 1 },                            touchesLocal: false, touchesSynchronizable: true),
    SynchronizableRow(name: "\"1\"",         value: { "1" },                          touchesLocal: false, touchesSynchronizable: true),
    SynchronizableRow(name: "any",           value: { kSecAttrSynchronizableAny },    touchesLocal: true,  touchesSynchronizable: true),
  ]

  func applied(to query: [CFString: Any]) -> [CFString: Any] {
    guard let value = value() else { return query }
    return query.with([kSecAttrSynchronizable: value])
  }

  var touched: [Int] { (touchesLocal ? [0] : []) + (touchesSynchronizable ? [1] : []) }
}

@Suite("SecItem: local and synchronizable twins") struct SynchronizableFilterTests {
  /// A local item and its synchronizable twin.
  private func twins() throws -> SecItemFixture {
    let items = try SecItemFixture()
    #expect(try items.add(.password("twin").with([kSecAttrLabel: "old"])) == .success)
    #expect(
      try items.add(.password("twin").with([kSecAttrLabel: "old", kSecAttrSynchronizable: true])) == .success)
    return items
  }

  /// `sync` and `labl` of everything there is.
  private func found(_ items: SecItemFixture, _ query: [CFString: Any]) throws -> [Int: String] {
    let all = query.with([kSecMatchLimit: kSecMatchLimitAll, kSecReturnAttributes: true])
    guard try items.status(of: all) == .success else { return [:] }
    let found = try items.copy(all) as? [[String: Any]] ?? []
    return Dictionary(
      uniqueKeysWithValues: found.map { entry in
        (
          entry[kSecAttrSynchronizable as String] as? Int ?? -1,
          entry[kSecAttrLabel as String] as? String ?? "none"
        )
      })
  }

  private let every = [CFString: Any].password("twin").with([kSecAttrSynchronizable: kSecAttrSynchronizableAny])

  @Test(arguments: SynchronizableRow.all) func `a copy finds what the value names`(row: SynchronizableRow) throws {
    let items = try twins()
    #expect(try found(items, row.applied(to: .password("twin"))).keys.sorted() == row.touched)
  }

  @Test(arguments: SynchronizableRow.all) func `an update changes what the value names`(row: SynchronizableRow) throws {
    let items = try twins()
    #expect(try items.update(row.applied(to: .password("twin")), [kSecAttrLabel: "new"]) == .success)
    let labels = try found(items, every)
    for flag in [0, 1] { #expect(labels[flag] == (row.touched.contains(flag) ? "new" : "old"), "\(flag)") }
  }

  @Test(arguments: SynchronizableRow.all) func `a delete takes what the value names`(row: SynchronizableRow) throws {
    let items = try twins()
    #expect(try items.delete(row.applied(to: .password("twin"))) == .success)
    #expect(try found(items, every).keys.sorted() == [0, 1].filter { !row.touched.contains($0) })
  }

  @Test(arguments: SynchronizableRow.all) func `an add makes one, local unless it says otherwise`(
    row: SynchronizableRow
  ) throws {
    let items = try SecItemFixture()
    #expect(try items.add(row.applied(to: .password("twin"))) == .success)
    let flag = row.touchesSynchronizable && !row.touchesLocal ? 1 : 0
    #expect(try found(items, every).keys.sorted() == [flag])
    #expect(try items.add(row.applied(to: .password("twin"))) == .duplicateItem)
  }

  @Test func `turning it on moves the item, unless its twin is there`() throws {
    let items = try twins()
    let changes: [CFString: Any] = [kSecAttrSynchronizable: true]
    #expect(try items.update(.password("twin"), changes) == .duplicateItem)
    #expect(try items.delete(.password("twin").with(changes)) == .success)
    #expect(try items.update(.password("twin"), changes) == .success)
    #expect(try found(items, every).keys.sorted() == [1])
  }
}
