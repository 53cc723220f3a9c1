import KeychainCrypto
import KeychainPolicy
import KeychainSchema
import KeychainStorage
import Synchronization

/// One keychain file with its keys in memory: what every `Keychain` value on the file shares in a process.
package final class Store: Sendable {
  let database: Database
  let keyring: Keyring
  let databaseIdentifier: Identifier
  let settings: StoreSettings
  let versions = HybridLogicalClock()
  let undecodable = UndecodableRows()
  /// What is known of the state of the file.
  let state = StateWatch()
  /// The comparison of the rows.
  let verification = Mutex(VerificationProgress.none)
  /// The reseal that is under way in the background.
  let rotation = Mutex<RotationTask?>(nil)
  /// Held while a step of it is done.
  let rotating = Mutex(())
  /// Whether a call used the keychain since it was last looked at, in order to lock it.
  let wasUsed = Atomic<Bool>(false)
  /// What authentication contexts hold about this keychain.
  let grantBooks = GrantBooks()
  /// The lock epoch this process has acted upon.
  let seenLockEpoch: Atomic<UInt64>
  /// Held while a lock epoch is raised or acted upon. Lock order: this, then the database's.
  let noticing = Mutex(())
  private let wasShutDown = Atomic(false)
  let groupTags: GroupTags

  init(database: Database, keyring: Keyring, databaseIdentifier: Identifier, settings: StoreSettings, lockEpoch: UInt64)
  {
    self.database = database
    self.keyring = keyring
    groupTags = GroupTags(keyring)
    self.databaseIdentifier = databaseIdentifier
    self.settings = settings
    seenLockEpoch = Atomic(lockEpoch)
  }

  deinit { shutDown() }

  /// Whether nobody has it open any more; what is in the background may still hold it.
  var isShutDown: Bool { wasShutDown.load(ordering: .acquiring) }

  /// Ends what runs in the background, wipes the keys and closes the file; once is enough.
  func shutDown() {
    guard !wasShutDown.exchange(true, ordering: .acquiringAndReleasing) else { return }
    guard database.lockFile.isOfThisProcess else {
      // What a child lets go of is the parent's: closing it would cut the parent's log under the parent's locks.
      _ = unsafe Unmanaged.passRetained(database)
      return
    }
    cancelVerification()
    rotation.withLock { $0?.task.cancel() }
    // The page that is being sealed anew is finished first.
    rotating.withLock { _ in }
    finishAnchor()
    keyring.lock()
    database.close()
  }

  var sealer: ItemSealer { ItemSealer(keyring: keyring, groupTags: groupTags) }

  /// The scope of one group.
  func scope(of name: GroupName) throws(KeychainError) -> GroupScope {
    GroupScope(name: name, tag: try groupTags.tag(of: name))
  }

  /// The scope of a plain group.
  func scope(of group: AccessGroup) throws(KeychainError) -> GroupScope {
    try scope(of: GroupName(accessGroup: group.name))
  }
}

/// What a store is opened with and keeps.
struct StoreSettings: Sendable {
  let limits: KeyDerivationLimits
  let clock: KeychainClock
  /// Nil for a keychain in memory.
  let deviceSecrets: DeviceSecretFile?
  let isPortable: Bool
  /// Where a device secret may lie instead; nil: nowhere.
  var credentials: SystemdCredential?
  let agent: KernelKeyring?
  /// Whether opening makes the process one that leaves no dumps.
  var protectsProcessMemory = false
  /// Nil: SQLite's own.
  var fileLayer: String?
  var migrations = Migration.all
  /// Nil: rows are compared with the record on demand only.
  var verificationDelays: VerificationDelays? = VerificationDelays()
}

extension StoreSettings {
  /// The device secret of a database: a credential of its file's name where systemd gave one, else the file.
  ///
  /// The credential first: a service may not even see the state folder.
  func deviceSecret(of database: Identifier) throws(DeviceSecretError) -> DeviceSecret? {
    let name = DeviceSecretFile.name(for: database)
    guard let bytes = try credentials?.secret(named: name) else { return try deviceSecrets?.load(for: database) }
    guard let secret = DeviceSecret(bytes) else { throw .wrongLength(path: name, bytes.count) }
    return secret
  }
}
