import Foundation
import KeychainKit
import KeychainSchema

extension CountedCall {
  static let readings = [
    copying("lookup.data.dictionary") {
      CountedKeychain.query($0, .returnData)
    } check: { found, number in
      found as? Data == CountedKeychain.data(number)
    },
    CountedCall("lookup.data.typed") { counted in
      let keychain = try counted.keychain()
      let queries = typedQueries(CountedKeychain.key)
      var found: SecretBytes?
      return Turns {
        found = try keychain.secret(for: queries[$0])
      } check: {
        found?.isEqual(to: CountedKeychain.secret(number($0))) == true
      }
    },
    copying("lookup.item.dictionary") {
      CountedKeychain.query($0, .returnAttributes, .returnData)
    } check: { found, number in
      let item = found as? [String: Any]
      return item?["acct"] as? String == CountedKeychain.account(number)
        && item?[QueryKey.valueData.rawValue] as? Data == CountedKeychain.data(number)
    },
    CountedCall("lookup.miss") { counted in
      let keychain = try counted.keychain()
      let queries = typedQueries { CountedKeychain.key($0 + CountedKeychain.items) }
      var isFound = true
      return Turns {
        isFound = try keychain.contains(queries[$0])
      } check: { _ in
        !isFound
      }
    },
  ]

  static let listings = [
    copying("list.data") { _ in
      CountedKeychain.listing(.returnData)
    } check: { found, _ in
      found as? [Data] == (0..<CountedKeychain.items).map(CountedKeychain.data)
    },
    searching("list.typed") { _ in
      .all(.genericPassword)
    } check: { found, _ in
      found.map(\.account) == (0..<CountedKeychain.items).map(CountedKeychain.account)
    },
  ]

  static let searches = [
    searching("search.indexed.1") {
      .genericPassword(service: CountedKeychain.service($0))
    } check: { found, number in
      found.map(\.account) == [CountedKeychain.account(number)]
    },
    searching("search.indexed.10") {
      .all(.genericPassword).label(CountedKeychain.label($0))
    } check: { found, number in
      found.count == CountedKeychain.itemsOfShelf
        && found.contains { $0.account == CountedKeychain.account(number) }
    },
    searching("search.unindexed") {
      .all(.genericPassword).comment(CountedKeychain.comment($0))
    } check: { found, number in
      found.map(\.account) == [CountedKeychain.account(number)]
    },
  ]

  /// What gives attributes beside secrets, or in their place.
  static let wholeItems = [
    copying("lookup.attributes.dictionary") {
      CountedKeychain.query($0, .returnAttributes)
    } check: { found, number in
      let item = found as? [String: Any]
      return item?["acct"] as? String == CountedKeychain.account(number)
        && item?[QueryKey.valueData.rawValue] == nil
    },
    copying("list.dictionaries") { _ in
      CountedKeychain.listing(.returnAttributes, .returnData)
    } check: { found, _ in
      let items = found as? [[String: Any]] ?? []
      let numbers = 0..<CountedKeychain.items
      return items.map { $0["acct"] as? String } == numbers.map(CountedKeychain.account)
        && items.map { $0[QueryKey.valueData.rawValue] as? Data } == numbers.map(CountedKeychain.data)
    },
  ]

  /// A question by a dictionary, about the item of each turn.
  private static func copying(
    _ name: String, _ query: @escaping @Sendable (Int) -> [String: Any],
    check: @escaping @Sendable (_ found: Any?, _ number: Int) -> Bool
  ) -> CountedCall {
    CountedCall(name) { counted in
      let keychain = try counted.keychain()
      let queries = queries(query)
      var found: Any?
      return Turns {
        found = try keychain.copyMatching(queries[$0])
      } check: {
        check(found, number($0))
      }
    }
  }

  /// The same by a typed query, which gives items.
  private static func searching(
    _ name: String, _ query: @escaping @Sendable (Int) -> ItemQuery,
    check: @escaping @Sendable (_ found: [Item], _ number: Int) -> Bool
  ) -> CountedCall {
    CountedCall(name) { counted in
      let keychain = try counted.keychain()
      let queries = typedQueries(query)
      var found: [Item] = []
      return Turns {
        found = try keychain.items(matching: queries[$0])
      } check: {
        check(found, number($0))
      }
    }
  }
}
