import KeychainCrypto
import KeychainSchema
import KeychainStorage
import Synchronization

/// Opens a keychain file, or makes it whole.
struct StoreOpening {
  let path: String
  let settings: StoreSettings

  /// The keychain at the path; where nothing is, a new one, if `passphrase` may be used to make it.
  enum Absence {
    /// Nothing is made.
    case fail
    /// A new keychain; nil: without a passphrase.
    case make(passphrase: SecretBytes?)
    /// As `make`, and a file that is there is an error.
    case makeNew(passphrase: SecretBytes?)
  }

  func store(ifAbsent absence: Absence) throws(KeychainError) -> StoreLease {
    protectProcess()
    if let identity = try identified() {
      if case .makeNew = absence {
        _ = try inspected()
        throw .keychainExists(path: path)
      }
      return try opened(identity)
    }
    switch absence {
    case .fail: throw .noSuchKeychain(path: path)
    case .make(let passphrase):
      if let made = try made(passphrase) { return made }
    case .makeNew(let passphrase):
      if let made = try made(passphrase) { return made }
      throw .keychainExists(path: path)
    }
    // Another process made it at the same moment: its keychain is the keychain.
    guard let identity = try identified() else { throw .noSuchKeychain(path: path) }
    return try opened(identity)
  }

  /// Before there is a key in memory.
  func protectProcess() {
    if settings.protectsProcessMemory { ProcessMemory.protect() }
  }

  func inspected() throws(KeychainError) -> FileIdentity? {
    try storage { () throws(StorageError) in try Database.inspect(path) }
  }

  /// The same of a file that is opened next, and judged then.
  private func identified() throws(KeychainError) -> FileIdentity? {
    try storage { () throws(StorageError) in try Database.identify(path) }
  }

  func opened(_ identity: FileIdentity) throws(KeychainError) -> StoreLease {
    try StoreRegistry.shared.store(of: identity, judging: judge) { () throws(KeychainError) in
      try Store(try database(), keyring: nil, settings: settings)
    }
  }

  private func judge() throws(KeychainError) {
    _ = try inspected()
  }

  func database() throws(KeychainError) -> Database {
    try storage { () throws(StorageError) in
      try Database(opening: path, fileLayer: settings.fileLayer, migrations: settings.migrations)
    }
  }

  /// Puts a device secret in its place, if it is that of the keychain.
  func restoreDeviceSecret(_ code: DeviceSecretCode) throws(KeychainError) {
    let database = try database()
    defer { database.close() }
    let copies = try storage { () throws(StorageError) in
      try database.read { session throws(StorageError) in try session.keybag() }
    }
    let image = try KeybagCopies.first(of: copies, in: database)
    guard !image.isPortable else { throw .noSuchUnlockMethod(.device) }
    guard code.secret.identifier(for: image.databaseIdentifier) == image.deviceSecretIdentifier else {
      throw .wrongUnlockSecret(.device)
    }
    do {
      try settings.deviceSecrets?.put(code.secret, for: image.databaseIdentifier)
    } catch {
      throw KeychainError(error)
    }
  }

  /// Makes the keychain whole and opens it; nil where another process was first.
  private func made(_ passphrase: SecretBytes?) throws(KeychainError) -> StoreLease? {
    let new = try NewKeychain(passphrase: passphrase, settings: settings)
    let isMade: Bool
    do {
      isMade = try Database.create(
        path, databaseIdentifier: new.identifier, keybag: new.image.bytes, meta: new.meta,
        fileLayer: settings.fileLayer, migrations: settings.migrations)
    } catch {
      new.withdraw(settings, unlessAt: path)
      throw KeychainError(error)
    }
    guard isMade else {
      new.withdraw(settings)
      return nil
    }
    let orphan = KeybagFile(besides: path)
    if let bytes = orphan.read(), bytes != new.image.bytes { orphan.setAside(at: settings.clock.now()) }
    guard let identity = try inspected() else { throw .noSuchKeychain(path: path) }
    let lease = try StoreRegistry.shared.store(of: identity, judging: judge) { () throws(KeychainError) in
      try Store(try database(), keyring: new.keyring, settings: settings)
    }
    lease.store.watchLock()
    // Last, because the kernel may refuse; the keychain is there all the same.
    if let masterKey = new.masterKey {
      try lease.store.keepInAgent(masterKey, since: lease.store.seenLockEpoch.load(ordering: .acquiring))
    }
    return lease
  }
}

/// The keys of a keychain that is about to be made.
struct NewKeychain {
  let identifier: Identifier
  let image: KeybagImage
  let keyring: Keyring
  /// MK_user, where an agent is to keep it.
  let masterKey: SecretBytes?
  /// What stands in `meta` from the start.
  let meta: [(key: String, value: [UInt8])]

  /// The device secret is on disk before the bag that needs it.
  init(passphrase: SecretBytes?, settings: StoreSettings) throws(KeychainError) {
    Sodium.initialize()
    let identifier = RandomBytes.identifier()
    do {
      let secret = settings.isPortable ? nil : try settings.deviceSecrets?.make(for: identifier)
      var kept: SecretBytes?
      (image, keyring) = try Keyring.make(
        database: identifier, deviceSecret: secret, passphrase: passphrase, limits: settings.limits
      ) { masterKey in
        if passphrase != nil, settings.agent != nil { kept = masterKey }
      }
      masterKey = kept
      let anchor = secret == nil ? nil : settings.deviceSecrets.map { AnchorFile(folder: $0.folder, for: identifier) }
      let state = try keyring.sealState(.first(isAnchored: anchor != nil))
      // INVARIANT: an anchor exists before the first record that says so.
      try anchor?.advance(to: keyring.anchor(of: state, epoch: 1))
      meta = [(Store.settingsKey, try keyring.sealSettings(.standard)), (Store.stateKey, state)]
    } catch {
      Self.withdraw(identifier, settings)
      throw Self.reason(error)
    }
    self.identifier = identifier
  }

  /// Takes device secret and anchor back where the keychain was not made.
  func withdraw(_ settings: StoreSettings) {
    Self.withdraw(identifier, settings)
  }

  /// The same where making it failed. It may have got its name and not been flushed: with a file there, or where nobody
  /// can say, what it needs stays.
  func withdraw(_ settings: StoreSettings, unlessAt path: String) {
    do throws(StorageError) {
      if try Database.inspect(path) == nil { withdraw(settings) }
    } catch {}
  }

  /// A file that cannot be removed is of no use to anybody, and what kept the keychain from being made is the news.
  private static func withdraw(_ identifier: Identifier, _ settings: StoreSettings) {
    guard let secrets = settings.deviceSecrets else { return }
    AnchorFile(folder: secrets.folder, for: identifier).remove()
    do throws(DeviceSecretError) { try secrets.remove(for: identifier) } catch {}
  }

  private static func reason(_ error: any Error) -> KeychainError {
    switch error {
    case let error as DeviceSecretError: KeychainError(error)
    case let error as KeybagError: KeychainError(error)
    default: .internalInconsistency("keys could not be made, without a reason")
    }
  }
}

extension Store {
  /// Opens the keys of a database: those at hand where it was just made.
  convenience init(_ database: Database, keyring: Keyring?, settings: StoreSettings) throws(KeychainError) {
    Sodium.initialize()
    let epoch: UInt64
    let copies: [[UInt8]]
    do {
      epoch = try database.lockFile.lockEpoch()
      copies = try database.read { session throws(StorageError) in try session.keybag() }
    } catch {
      throw KeychainError(error)
    }
    let image = try KeybagCopies.first(of: copies, in: database)
    let opened: Keyring
    if let keyring { opened = keyring } else { opened = try Self.keyring(of: image, settings) }
    self.init(
      database: database, keyring: opened, databaseIdentifier: image.databaseIdentifier, settings: settings,
      lockEpoch: epoch)
    try database.read { session throws(KeychainError) in try countQuarantined(in: session) }
    try judgeState()
    try mendKeybag(image, copies: copies)
    verifyInBackground()
    _ = try unlockFromAgent()
    if opened.state == .noPassphrase { finishUnlock() }
    database.removeEarlierVersions()
  }

  static func keyring(of image: KeybagImage, _ settings: StoreSettings) throws(KeychainError) -> Keyring {
    do {
      let secret = try settings.deviceSecret(of: image.databaseIdentifier)
      return try Keyring(opening: image, deviceSecret: secret, limits: settings.limits)
    } catch let error as DeviceSecretError {
      throw KeychainError(error)
    } catch KeybagError.deviceSecretMissing {
      throw .deviceSecretMissing(path: settings.deviceSecrets?.path(for: image.databaseIdentifier) ?? "")
    } catch let error as KeybagError {
      throw KeychainError(error)
    } catch {
      throw .internalInconsistency("keys could not be opened, without a reason")
    }
  }
}
