import Foundation
import KeychainKit
import KeychainSchema

extension CountedCall {
  static let readings = [
    CountedCall("lookup.data.dictionary") { counted in
      let keychain = try counted.keychain()
      let queries = queries { CountedKeychain.query($0, .returnData) }
      var found: Any?
      return Turns {
        found = try keychain.copyMatching(queries[$0])
      } check: {
        found as? Data == CountedKeychain.data(number($0))
      }
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
    CountedCall("lookup.item.dictionary") { counted in
      let keychain = try counted.keychain()
      let queries = queries { CountedKeychain.query($0, .returnAttributes, .returnData) }
      var found: Any?
      return Turns {
        found = try keychain.copyMatching(queries[$0])
      } check: {
        let item = found as? [String: Any]
        return item?["acct"] as? String == CountedKeychain.account(number($0))
          && item?[QueryKey.valueData.rawValue] as? Data == CountedKeychain.data(number($0))
      }
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
    CountedCall("list.data") { counted in
      let keychain = try counted.keychain()
      let query = CountedKeychain.listing(.returnData)
      var found: Any?
      return Turns { _ in
        found = try keychain.copyMatching(query)
      } check: { _ in
        found as? [Data] == (0..<CountedKeychain.items).map(CountedKeychain.data)
      }
    },
    CountedCall("list.typed") { counted in
      let keychain = try counted.keychain()
      var found: [Item] = []
      return Turns { _ in
        found = try keychain.items(matching: .all(.genericPassword))
      } check: { _ in
        found.map(\.account) == (0..<CountedKeychain.items).map(CountedKeychain.account)
      }
    },
  ]

  static let searches = [
    CountedCall("search.indexed.1") { counted in
      let keychain = try counted.keychain()
      let queries = typedQueries { .genericPassword(service: CountedKeychain.service($0)) }
      var found: [Item] = []
      return Turns {
        found = try keychain.items(matching: queries[$0])
      } check: {
        found.map(\.account) == [CountedKeychain.account(number($0))]
      }
    },
    CountedCall("search.indexed.10") { counted in
      let keychain = try counted.keychain()
      let queries = typedQueries { .all(.genericPassword).label(CountedKeychain.label($0)) }
      var found: [Item] = []
      return Turns {
        found = try keychain.items(matching: queries[$0])
      } check: { turn in
        found.count == CountedKeychain.itemsOfShelf
          && found.contains { $0.account == CountedKeychain.account(number(turn)) }
      }
    },
    CountedCall("search.unindexed") { counted in
      let keychain = try counted.keychain()
      let queries = typedQueries { .all(.genericPassword).comment(CountedKeychain.comment($0)) }
      var found: [Item] = []
      return Turns {
        found = try keychain.items(matching: queries[$0])
      } check: {
        found.map(\.account) == [CountedKeychain.account(number($0))]
      }
    },
  ]

  /// What gives attributes beside secrets, or in their place.
  static let wholeItems = [
    CountedCall("lookup.attributes.dictionary") { counted in
      let keychain = try counted.keychain()
      let queries = queries { CountedKeychain.query($0, .returnAttributes) }
      var found: Any?
      return Turns {
        found = try keychain.copyMatching(queries[$0])
      } check: {
        let item = found as? [String: Any]
        return item?["acct"] as? String == CountedKeychain.account(number($0))
          && item?[QueryKey.valueData.rawValue] == nil
      }
    },
    CountedCall("list.dictionaries") { counted in
      let keychain = try counted.keychain()
      let query = CountedKeychain.listing(.returnAttributes, .returnData)
      var found: Any?
      return Turns { _ in
        found = try keychain.copyMatching(query)
      } check: { _ in
        let items = found as? [[String: Any]] ?? []
        let numbers = 0..<CountedKeychain.items
        return items.map { $0["acct"] as? String } == numbers.map(CountedKeychain.account)
          && items.map { $0[QueryKey.valueData.rawValue] as? Data } == numbers.map(CountedKeychain.data)
      }
    },
  ]
}
