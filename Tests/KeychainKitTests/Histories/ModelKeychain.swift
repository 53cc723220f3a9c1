import KeychainKit

/// What a keychain of generic passwords must answer, in a hundred lines that know no file and no key.
struct ModelKeychain {
  struct Name: Hashable {
    var service: String
    var account: String
    var group: String
    var isSynchronizable: Bool
  }

  struct Value: Equatable {
    var secret: String
    var label: String?
    var protection: ProtectionClass
  }

  /// A query: what is nil is not asked. `isSynchronizable` nil is both.
  struct Query {
    var service: String?
    var account: String?
    var group: String?
    var label: String?
    var isSynchronizable: Bool? = false
  }

  var groups: [String]
  var items: [Name: Value] = [:]
  /// The protection class that a tombstone keeps.
  var tombstones: [Name: ProtectionClass] = [:]
  var isLocked = false

  func isOpen(_ protection: ProtectionClass) -> Bool {
    switch protection.body {
    case .device, .first: true
    case .user: !isLocked
    }
  }

  /// The names that match as far as columns tell, and whether a locked one of them cannot be tested.
  private func candidates(_ query: Query) -> [Name] {
    items.keys.filter { name in
      (query.service ?? name.service) == name.service && (query.account ?? name.account) == name.account
        && (query.group ?? name.group) == name.group
        && (query.isSynchronizable ?? name.isSynchronizable) == name.isSynchronizable
        && (query.label == nil || query.label == items[name]?.label)
    }
  }

  /// Names and values, sorted; locked where one of them is.
  func list(_ query: Query) -> Result<[Name: Value], ModelFailure> {
    let found = items.filter { candidates(query).contains($0.key) }
    if found.values.contains(where: { !isOpen($0.protection) }) { return .failure(.locked) }
    return found.isEmpty ? .failure(.notFound) : .success(found)
  }

  mutating func add(_ name: Name, _ value: Value, replacing: Bool = false) -> ModelFailure? {
    guard isOpen(value.protection) else { return .locked }
    if let old = items[name] {
      guard replacing, isOpen(old.protection) else { return .duplicate }
      items[name] = Value(secret: value.secret, label: value.label ?? old.label, protection: value.protection)
      return nil
    }
    if let tombstone = tombstones[name], !isOpen(tombstone) { return .locked }
    tombstones[name] = nil
    items[name] = value
    return nil
  }

  mutating func update(_ query: Query, secret: String?, label: String?, account: String?) -> ModelFailure? {
    let names = candidates(query)
    if names.isEmpty { return .notFound }
    if names.contains(where: { !isOpen(items[$0]?.protection ?? .always) }) { return .locked }
    if let account {
      // With an account all of them move, and only one may be there to move.
      guard names.count == 1, let old = names.first else { return .unsupported }
      var new = old
      new.account = account
      if new != old {
        if items[new] != nil { return .duplicate }
        if let tombstone = tombstones[new], !isOpen(tombstone) { return .locked }
        tombstones[new] = nil
        items[new] = items[old]
        if old.isSynchronizable { tombstones[old] = items[old]?.protection }
        items[old] = nil
        return change([new], secret, label)
      }
    }
    return change(names, secret, label)
  }

  private mutating func change(_ names: [Name], _ secret: String?, _ label: String?) -> ModelFailure? {
    for name in names {
      if let secret { items[name]?.secret = secret }
      if let label { items[name]?.label = label }
    }
    return nil
  }

  mutating func delete(_ query: Query) -> ModelFailure? {
    let names = candidates(query)
    if names.isEmpty { return .notFound }
    for name in names {
      if name.isSynchronizable, let protection = items[name]?.protection {
        // Deleted while locked, it waits in a list of its own, and nothing holds its name until the unlock.
        if isOpen(protection) { tombstones[name] = protection } else { waiting[name] = protection }
      }
      items[name] = nil
    }
    return nil
  }

  private var waiting: [Name: ProtectionClass] = [:]

  mutating func unlock() {
    isLocked = false
    for (name, protection) in waiting where items[name] == nil && tombstones[name] == nil {
      tombstones[name] = protection
    }
    waiting = [:]
  }

  init(groups: [String]) {
    self.groups = groups
  }
}

enum ModelFailure: Error, Equatable {
  case notFound
  case duplicate
  case locked
  /// The model has no answer; the history leaves the step out.
  case unsupported

  var status: Status? {
    switch self {
    case .notFound: .itemNotFound
    case .duplicate: .duplicateItem
    case .locked: .interactionNotAllowed
    case .unsupported: nil
    }
  }
}
