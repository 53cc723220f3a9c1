package import KeychainSchema
import Synchronization

/// What a keyring can open now.
package enum LockState: Sendable, Equatable {
  /// Everything, always: there is no passphrase.
  case noPassphrase
  /// Only what is always open; nothing at all in a portable keychain.
  case notYetUnlocked
  /// Everything.
  case unlocked
  /// What is always open, and what stays open after the first unlock.
  case locked

  /// Whether no body is closed.
  package var isOpen: Bool { self == .noPassphrase || self == .unlocked }
}

/// The keys of one database in memory.
///
/// Any thread may call it: lookups share a lock, and what changes the keys excludes them. Argon2id never runs under the
/// lock. MK_user and MK_dev are gone when a call returns; the keys of the bodies stay while their body is open.
package final class Keyring: Sendable {
  /// The database whose items the keys seal.
  package let databaseIdentifier: Identifier
  /// Whether there is no device secret; then no class is bound to a device.
  package let isPortable: Bool
  let deviceSecret: DeviceSecret?
  let limits: KeyDerivationLimits
  let random: RandomSource
  /// Guards `table`.
  let access = ReadWriteLock()
  let table: KeyTable
  /// The last change made and not yet adopted: whoever meets its bag in the database adopts it.
  ///
  /// Lock order: `access`, then this.
  let pending = Mutex<KeybagChange?>(nil)

  init(
    closedFor image: KeybagImage, deviceSecret: DeviceSecret?, limits: KeyDerivationLimits, random: RandomSource
  ) throws(KeybagError) {
    databaseIdentifier = image.databaseIdentifier
    isPortable = image.isPortable
    self.deviceSecret = image.isPortable ? nil : deviceSecret
    self.limits = limits
    self.random = random
    table = try KeyTable(KeyTable.Bag(image))
  }

  /// Opens what opens without a passphrase: everything where none is set, else the device body, in a portable
  /// keychain nothing.
  package convenience init(
    opening image: KeybagImage, deviceSecret: DeviceSecret?, limits: KeyDerivationLimits
  ) throws(KeybagError) {
    try self.init(opening: image, deviceSecret: deviceSecret, limits: limits, random: .system)
  }

  convenience init(
    opening image: KeybagImage, deviceSecret: DeviceSecret?, limits: KeyDerivationLimits, random: RandomSource
  ) throws(KeybagError) {
    let opening = try KeybagOpening(image, deviceSecret: deviceSecret, limits: limits)
    try self.init(closedFor: image, deviceSecret: deviceSecret, limits: limits, random: random)
    guard !image.isPortable else { return }
    if image.opensByItself {
      let opened = try opening.opened(userMasterKey: opening.userMasterKey())
      access.writing { install(image) { opened.body($0) } }
    } else {
      let device = try opening.deviceKeys().body
      access.writing { install(image) { $0 == .device ? device : nil } }
    }
  }

  /// What can be opened at this moment; another thread may change it in the next.
  package var state: LockState {
    access.reading {
      if table.bag.opensByItself { return .noPassphrase }
      if table.isOpen(.user) { return .unlocked }
      return table.isOpen(.first) ? .locked : .notYetUnlocked
    }
  }

  /// The generation of the bag the keys came from.
  package var bagGeneration: UInt64 {
    access.reading { table.bag.generation }
  }

  /// Generations whose items are still to be resealed, in the bodies that are open.
  package var retiredKeys: [KeyName] {
    access.reading { table.retired }
  }

  /// Wipes what only an unlocked keychain has; without a passphrase nothing happens.
  package func lock() {
    access.writing {
      guard !table.bag.opensByItself else { return }
      table.close(.user)
      pending.withLock { $0 = nil }
    }
  }
}

extension Keyring {
  /// Closes what was opened for one change alone, so that no more is open than was in the state before it.
  package func close(backTo state: LockState) {
    access.writing {
      guard !table.bag.opensByItself, state != .unlocked, state != .noPassphrase else { return }
      let closed: [KeybagBody] =
        state == .notYetUnlocked ? isPortable ? KeybagBody.allCases : [.first, .user] : [.user]
      for body in closed { table.close(body) }
      pending.withLock { $0 = nil }
    }
  }

  /// Puts other keys in the place of all that are there. Under `access`, for writing.
  func install(_ image: KeybagImage, _ body: (KeybagBody) -> OpenBody?) {
    for body in KeybagBody.allCases { table.close(body) }
    table.bag = KeyTable.Bag(image)
    for name in KeybagBody.allCases {
      guard let opened = body(name) else { continue }
      table.open(name, opened, deviceSecret: deviceSecret)
    }
  }

  /// The bag in the order of judgement, for this keyring's database.
  func opening(_ image: KeybagImage) throws(KeybagError) -> KeybagOpening {
    guard image.databaseIdentifier == databaseIdentifier, image.isPortable == isPortable else { throw .damaged }
    return try KeybagOpening(image, deviceSecret: deviceSecret, limits: limits)
  }
}

extension KeyTable.Bag {
  init(_ image: KeybagImage) {
    identifier = image.bagIdentifier
    generation = image.generation
    hasPassphrase = image.hasPassphrase
    opensByItself = image.opensByItself
  }
}
