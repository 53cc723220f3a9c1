import Foundation
import KeychainKit
import KeychainSchema
import Security

extension FuzzTarget {
  /// Query dictionaries with any keys and any values, through every call.
  static let dictionary = FuzzTarget(
    name: "dictionary",
    seeds: {
      (0..<4).map { call in
        [call, 4, 0, 1, 5, 1, 1, 3, 97, 100, 97, 9, 0, 0, 0, 0, 0, 0, 0, 0, 1, 20, 4, 1]
      }
    },
    make: {
      let keychain = try Keychain.inMemory(as: Caller(accessGroups: ["team.a", "team.b"]))
      try keychain.add(["class": "genp", "svce": "mail", "acct": "ada", "v_Data": Data("secret".utf8)])
      return { bytes in
        var source = ByteSource(bytes)
        // A few calls, so that what one adds the next one meets.
        for _ in 0..<4 where !source.isEmpty {
          let call = source.byte()
          let query = DictionarySource.dictionary(&source)
          let changes = call % 4 == 2 ? DictionarySource.dictionary(&source) : [:]
          ProcessKeychain.withKeychain(keychain) {
            var result: CFTypeRef?
            switch call % 4 {
            case 0: _ = unsafe SecItemAdd(query as CFDictionary, &result)
            case 1: _ = unsafe SecItemCopyMatching(query as CFDictionary, &result)
            case 2: _ = SecItemUpdate(query as CFDictionary, changes as CFDictionary)
            default: _ = SecItemDelete(query as CFDictionary)
            }
          }
        }
      }
    })
}

/// Objects out of bytes, as a program may put them into a dictionary.
private enum DictionarySource {
  private static let keys: [String] =
    QueryKey.allCases.map(\.rawValue) + AttributeTable.entries.map(\.key) + ["", "zzzz"]
  private static let words = [
    "genp", "inet", "cert", "keys", "idnt", "ak", "ck", "dk", "akpu", "aku", "team.a", "team.b", "m_LimitAll", "syna",
    "u_AuthUIF", "ada", "mail", "",
  ]

  static func dictionary(_ source: inout ByteSource, depth: Int = 0) -> NSDictionary {
    let dictionary = NSMutableDictionary()
    for _ in 0..<Int(source.byte() % 12) where !source.isEmpty {
      let key = source.byte() == 255 ? source.text() : source.pick(keys)
      dictionary[key as NSString] = value(&source, depth: depth)
    }
    return dictionary
  }

  private static func value(_ source: inout ByteSource, depth: Int) -> Any {
    switch source.byte() % 12 {
    case 0: return source.pick(words) as NSString
    case 1: return source.text() as NSString
    case 2: return Data(source.blob()) as NSData
    case 3: return NSNumber(value: Int64(bitPattern: source.number()))
    case 4: return NSNumber(value: source.byte() % 2 == 0)
    case 5: return NSNumber(value: Double(bitPattern: source.number()))
    case 6: return NSDate(timeIntervalSinceReferenceDate: Double(bitPattern: source.number()))
    case 7: return NSNull()
    case 8: return NSNumber(value: source.byte())
    case 9 where depth < 4:
      return NSArray(array: (0..<Int(source.byte() % 4)).map { _ in value(&source, depth: depth + 1) })
    case 10 where depth < 4: return dictionary(&source, depth: depth + 1)
    default: return source.pick(words) as NSString
    }
  }
}
