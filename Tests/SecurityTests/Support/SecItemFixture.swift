import Foundation
import KeychainKit
import KeychainSchema
import Security
import TestSupport

/// SecItem calls on a keychain of one test, as code written for Apple's platforms makes them.
final class SecItemFixture {
  let temporary: TemporaryKeychain

  init(groups: [String] = ["team.a"], passphrase: String? = nil) throws {
    temporary = try TemporaryKeychain(passphrase: passphrase, groups: groups)
  }

  /// Runs calls on the keychain of the test.
  func run<Result>(dialect: ProcessKeychain.Dialect? = nil, _ body: () throws -> Result) throws -> Result {
    try ProcessKeychain.withKeychain(try temporary.keychain, dialect: dialect, body)
  }

  func add(_ attributes: [CFString: Any]) throws -> Status {
    try run { Status(published: SecItemAdd(attributes as CFDictionary, nil)) }
  }

  func addResult(_ attributes: [CFString: Any]) throws -> CFTypeRef? {
    try run {
      var result: CFTypeRef?
      try require(unsafe SecItemAdd(attributes as CFDictionary, &result))
      return result
    }
  }

  func status(of query: [CFString: Any]) throws -> Status {
    try run { Status(published: SecItemCopyMatching(query as CFDictionary, nil)) }
  }

  func copy(_ query: [CFString: Any]) throws -> CFTypeRef? {
    try run {
      var result: CFTypeRef?
      try require(unsafe SecItemCopyMatching(query as CFDictionary, &result))
      return result
    }
  }

  func update(_ query: [CFString: Any], _ changes: [CFString: Any]) throws -> Status {
    try run { Status(published: SecItemUpdate(query as CFDictionary, changes as CFDictionary)) }
  }

  func delete(_ query: [CFString: Any]) throws -> Status {
    try run { Status(published: SecItemDelete(query as CFDictionary)) }
  }

  /// The accounts of every match, in order of the alphabet; none is an empty array.
  func accounts(_ query: [CFString: Any]) throws -> [String] {
    let all = query.with([kSecMatchLimit: kSecMatchLimitAll, kSecReturnAttributes: true])
    return try run {
      var result: CFTypeRef?
      let status = unsafe SecItemCopyMatching(all as CFDictionary, &result)
      if status == errSecItemNotFound { return [] }
      try require(status)
      let found = result as? [[String: Any]] ?? []
      return found.compactMap { $0[kSecAttrAccount as String] as? String }.sorted()
    }
  }

  private func require(_ status: OSStatus) throws {
    guard status == errSecSuccess else { throw UnexpectedStatus(status: status) }
  }
}

/// A call that a test needs did not succeed.
struct UnexpectedStatus: Error {
  let status: OSStatus
}

extension Status {
  /// The status of a code; one that the engine never answers with reads as an internal component's.
  init(published code: OSStatus) {
    self = Status(rawValue: code) ?? .internalComponent
  }
}

extension [CFString: Any] {
  /// The same with entries replaced or added.
  func with(_ entries: [CFString: Any]) -> Self {
    merging(entries) { $1 }
  }

  /// A generic password of one service.
  static func password(_ account: String, service: String = "s") -> Self {
    [kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: account]
  }

  /// Every generic password.
  static var passwords: Self { [kSecClass: kSecClassGenericPassword] }
}
