import KeychainCrypto
import KeychainSchema
import KeychainStorage
import Synchronization

extension Store {
  /// Acts upon a lock that another process or thread raised: wipes, and reads the bag again.
  ///
  /// Every call asks before it takes and before it returns anything.
  /// - Returns: whether there was one.
  @discardableResult
  func noticeLock() throws(KeychainError) -> Bool {
    guard try lockEpoch() != seenLockEpoch.load(ordering: .acquiring) else { return false }
    // INVARIANT: an epoch is acted upon once. A thread that comes late must not undo the unlock that came after, nor
    // take this process's own raise for somebody else's.
    return try noticing.withLock { _ throws(KeychainError) in
      let epoch = try lockEpoch()
      guard epoch != seenLockEpoch.load(ordering: .acquiring) else { return false }
      wipe()
      try database.read { session throws(KeychainError) in _ = try refreshKeys(in: session) }
      seenLockEpoch.store(epoch, ordering: .releasing)
      return true
    }
  }

  func lockEpoch() throws(KeychainError) -> UInt64 {
    try storage { () throws(StorageError) in try database.lockFile.lockEpoch() }
  }

  /// Wipes the keys that need the passphrase, here and in every process; whether there was anything to lock.
  ///
  /// - Throws: what failed. The keys of this process are wiped by then, the agent's where it could be reached, and the
  ///   others were told where that could be done.
  func lock() throws(KeychainError) -> Bool {
    // A child has no key to wipe, and must not touch the memory where its parent has them.
    try storage { () throws(StorageError) in try database.lockFile.requireOpeningProcess() }
    // First the keys, then everything that may fail. Whoever authenticated before does not count any more, passphrase
    // or none.
    wipe()
    let noticing = Result { () throws(KeychainError) in try noticeLock() }
    guard keyring.state != .noPassphrase else {
      _ = try noticing.get()
      return false
    }
    // The agent forgets before the epoch is raised: whoever took its key earlier compares epochs afterwards, and
    // whoever comes later finds no key. Every other process wipes whether or not it did.
    let forgetting = Result { () throws(KeychainError) in try forgetInAgent() }
    try raiseLockEpoch()
    _ = try noticing.get()
    try forgetting.get()
    finishAnchor()
    truncateLog()
    return true
  }

  /// Wipes what only an unlocked keychain has, and what people have authenticated for.
  func wipe() {
    keyring.lock()
    grantBooks.end()
  }

  /// Tells every process to wipe; this one has acted already.
  func raiseLockEpoch() throws(KeychainError) {
    try noticing.withLock { _ throws(KeychainError) in
      let epoch = try storage { () throws(StorageError) in try database.lockFile.raiseLockEpoch() }
      // A number was left out: somebody else locked in between, and that one has not been acted upon.
      if epoch != seenLockEpoch.load(ordering: .acquiring) &+ 1 { keyring.lock() }
      grantBooks.end()
      seenLockEpoch.store(epoch, ordering: .releasing)
    }
  }

  /// Unlocks with the secret of a slot.
  ///
  /// A lock raised meanwhile by somebody else is older than this unlock only where it came before the key was tried,
  /// so the unlock is made again under the newer epoch.
  func unlock(with secret: UnlockSecret) throws(KeychainError) {
    for _ in 0..<Self.attempts {
      let epoch = try lockEpoch()
      try noticeLock()
      let (image, masterKey) = try unlocked { image throws(KeybagError) in
        (image, try keyring.unlock(image, with: secret))
      }
      guard try lockEpoch() == epoch else { continue }
      finishUnlock()
      if case .passphrase(let passphrase) = secret, keyring.isCheap(image) { raiseCost(of: passphrase) }
      // Last, because the kernel may refuse; this process is unlocked all the same.
      try keepInAgent(masterKey, since: epoch)
      return
    }
    throw .busy
  }

  private static let attempts = 3

  /// Opens the bodies of the current bag, once more where another process changed it meanwhile.
  private func unlocked<Result>(
    _ body: (KeybagImage) throws(KeybagError) -> Result
  ) throws(KeychainError) -> Result {
    let image = try currentKeybag()
    do {
      return try body(image)
    } catch {
      guard try currentKeybag().generation != image.generation else { throw KeychainError(error) }
    }
    let newer = try currentKeybag()
    return try keys { () throws(KeybagError) in try body(newer) }
  }

  /// The bag as it stands in the file.
  func currentKeybag() throws(KeychainError) -> KeybagImage {
    try database.read { session throws(KeychainError) in try keybag(in: session) }
  }

  /// What was left for the moment the keys are there: a look at the state record, tombstones of items deleted while
  /// locked, rows under old keys.
  ///
  /// The keychain is unlocked whether or not this can be done now: on a full disk, or with a row that nothing may be
  /// done to, it waits for the next unlock.
  func finishUnlock() {
    watchLock()
    do {
      try judgeState()
      verifyInBackground()
      try makePendingTombstones()
      try sealSalvaged()
      try resumeRotation()
    } catch {
      // Nobody asked for it, and every write that somebody asks for meets the same cause and says so.
    }
  }
}

extension Store {
  /// Goes on with a rotation that somebody left: at once where it is a page, else beside everything else.
  private func resumeRotation() throws(KeychainError) {
    if try rowsUnderRetiredKeys() <= Self.pageSize {
      _ = try finishKeyRotation()
      return
    }
    rotateInBackground()
  }
}

extension Store {
  /// Opens the bodies with the key another process left with the kernel; whether it did.
  func unlockFromAgent() throws(KeychainError) -> Bool {
    guard let agent = settings.agent, keyring.state != .noPassphrase, keyring.state != .unlocked else { return false }
    let epoch = try lockEpoch()
    let timeout = try keychainSettings().timeoutSeconds
    let found = try agentCall { () throws(KernelKeyringError) in
      try agent.load(databaseIdentifier, timeoutSeconds: timeout)
    }
    guard let masterKey = found else { return false }
    let image = try currentKeybag()
    do {
      try keyring.unlock(image, masterKey: masterKey)
    } catch {
      guard error == .wrongPassphrase else { throw KeychainError(error) }
      // A key that opens no body is of no use to anybody.
      try forgetInAgent()
      return false
    }
    guard try lockEpoch() == epoch else {
      keyring.lock()
      return false
    }
    finishUnlock()
    return true
  }

  /// Leaves the key with the agent, unless somebody locked since the epoch.
  func keepInAgent(_ masterKey: SecretBytes, since epoch: UInt64) throws(KeychainError) {
    guard let agent = settings.agent else { return }
    let timeout = try keychainSettings().timeoutSeconds
    try agentCall { () throws(KernelKeyringError) in
      try agent.store(masterKey, for: databaseIdentifier, timeoutSeconds: timeout)
    }
    // Whoever locked between the two steps had nothing to take from the agent yet.
    if try lockEpoch() != epoch { try forgetInAgent() }
  }

  func forgetInAgent() throws(KeychainError) {
    guard let agent = settings.agent else { return }
    try agentCall { () throws(KernelKeyringError) in try agent.remove(databaseIdentifier) }
  }

  private func agentCall<Result>(_ body: () throws(KernelKeyringError) -> Result) throws(KeychainError) -> Result {
    do {
      return try body()
    } catch {
      throw KeychainError(error)
    }
  }

  /// How long an unlock lasts, as the owner set it.
  func keychainSettings() throws(KeychainError) -> KeychainSettings {
    let sealed = try database.read { session throws(KeychainError) in
      try storage { () throws(StorageError) in try session.meta(Self.settingsKey) }
    }
    guard let sealed else { return .standard }
    do {
      if let settings = try keyring.openSettings(sealed) { return settings }
    } catch {
      throw KeychainError(error)
    }
    throw .damaged("the settings do not open")
  }

  static let settingsKey = "settings"
}
