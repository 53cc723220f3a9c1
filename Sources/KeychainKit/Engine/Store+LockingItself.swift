import KeychainCrypto
import KeychainStorage
import Synchronization

extension Store {
  /// Begins to look, from time to time, whether the keychain has to be locked; an unlocked one only. A lock that was
  /// asked for and has not come is called off.
  func watchLock() {
    guard keyring.state == .unlocked else { return LockClock.shared.lock(self, after: .infinity) }
    let settings: KeychainSettings
    do throws(KeychainError) {
      settings = try keychainSettings()
    } catch {
      // Settings that do not open are nobody's; whoever asks for them hears of it.
      settings = .standard
    }
    wasUsed.store(true, ordering: .relaxed)
    LockClock.shared.watch(self, IdleWatch(settings, from: .now))
  }

  /// Locks what has to be locked; whether there is anything left to watch.
  func staysUnlocked(_ watch: inout IdleWatch) -> Bool {
    do throws(KeychainError) {
      try noticeLock()
    } catch {
      // The file is out of reach, which the next call says. The keys have their time all the same.
    }
    guard keyring.state == .unlocked else { return false }
    switch watch.verdict(at: .now, wasUsed: wasUsed.exchange(false, ordering: .relaxed)) {
    case .stay: return true
    case .idle: lockHere()
    case .slept: lockUnasked()
    }
    return false
  }

  /// Wipes this process's keys; others have times of their own.
  private func lockHere() {
    wipe()
    finishAnchor()
    truncateLog()
  }

  /// Locks where nobody waits for the outcome.
  func lockUnasked() {
    do throws(KeychainError) {
      _ = try lock()
    } catch {
      // Where the file is out of reach for the others, this process wipes all the same.
      wipe()
    }
  }

  /// Locks when the delay is over, unless somebody unlocks before.
  func lock(after delay: Duration) {
    let (seconds, attoseconds) = delay.components
    LockClock.shared.lock(self, after: max(0, Double(seconds) + Double(attoseconds) / 1e18))
  }

  /// Takes over what the owner decided about locking.
  func setSettings(_ settings: KeychainSettings) throws(KeychainError) {
    try noticeLock()
    guard [.unlocked, .noPassphrase].contains(keyring.state) else { throw .locked }
    try write { session throws(KeychainError) in
      let sealed: [UInt8]
      do throws(KeyringError) {
        sealed = try keyring.sealSettings(settings)
      } catch {
        throw KeychainError(error)
      }
      try storage { () throws(StorageError) in try session.setMeta(Self.settingsKey, sealed) }
    }
    watchLock()
  }
}
