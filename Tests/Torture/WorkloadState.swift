package import KeychainKit

/// What identifies an item of a workload.
package struct WorkloadName: Hashable, Sendable {
  package var service: String
  package var account: String
  package var isSynchronizable: Bool

  package init(service: String, account: String, isSynchronizable: Bool = false) {
    self.service = service
    self.account = account
    self.isSynchronizable = isSynchronizable
  }

  /// The query that names this one item.
  var query: ItemQuery {
    .genericPassword(service: service, account: account).synchronizable(isSynchronizable ? .synchronizable : .local)
  }
}

/// What an item of a workload holds.
package struct WorkloadValue: Equatable, Sendable {
  package var secret: String
  package var label: String
  package var protection: ProtectionClass

  package init(secret: String, label: String, protection: ProtectionClass) {
    self.secret = secret
    self.label = label
    self.protection = protection
  }
}

/// What a keychain must hold after some steps of a workload: what is acknowledged is in here, and nothing else is.
package struct WorkloadState: Equatable, Sendable {
  /// The keys that are in memory.
  package enum Keys: Sendable {
    /// Those that need no passphrase.
    case device
    /// Those, and what stays after the first unlock.
    case first
    case all
  }

  /// False before the keychain is made.
  package var isMade = false
  package var items: [WorkloadName: WorkloadValue] = [:]
  /// The synchronizable names that were left; other devices have to hear of them. One that is left while its key is
  /// not there has its tombstone at the next unlock.
  package var tombstones: Set<WorkloadName> = []
  /// Nil where the keychain opens by itself.
  package var passphrase: String?
  package var keys = Keys.all

  /// As a new process finds it.
  package var reopened: WorkloadState {
    var state = self
    state.keys = passphrase == nil ? .all : .device
    return state
  }

  /// As it is for whoever knows the passphrase.
  package var unlocked: WorkloadState {
    var state = self
    state.keys = .all
    return state
  }

  package func isOpen(_ protection: ProtectionClass) -> Bool {
    switch protection.body {
    case .device: true
    case .first: keys != .device
    case .user: keys == .all
    }
  }

  package func applying(_ step: WorkloadStep) -> WorkloadState {
    var state = self
    switch step {
    case .make: state.isMade = true
    case .add(let name, let value): state.put(value, at: name)
    case .addMany(let items): for item in items { state.put(item.value, at: item.name) }
    case .move(let name, let other):
      if let value = state.items[name] { state.put(value, at: other) }
      state.leave(name)
    case .setSecret(let name, let secret): state.items[name]?.secret = secret
    case .setLabel(let name, let label): state.items[name]?.label = label
    case .setProtection(let name, let protection): state.items[name]?.protection = protection
    case .delete(let name): state.leave(name)
    case .setPassphrase(let passphrase): (state.passphrase, state.keys) = (passphrase, .all)
    case .changePassphrase(let passphrase): state.passphrase = passphrase
    case .removePassphrase:
      (state.passphrase, state.keys) = (nil, .all)
      state.items = state.items.filter { $0.value.protection != .whenPasscodeSetThisDeviceOnly }
    case .lock: if passphrase != nil { state.keys = keys == .device ? .device : .first }
    case .unlock: state.keys = .all
    case .reopen: state = reopened
    case .rotateKeys, .shred, .check: break
    }
    return state
  }

  private mutating func put(_ value: WorkloadValue, at name: WorkloadName) {
    items[name] = value
    tombstones.remove(name)
  }

  private mutating func leave(_ name: WorkloadName) {
    items[name] = nil
    if name.isSynchronizable { tombstones.insert(name) }
  }
}
