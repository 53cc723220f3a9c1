import KeychainCrypto
import KeychainStorage
import Synchronization

extension Store {
  /// Begins to look, from time to time, whether the keychain has to be locked; an unlocked one only.
  ///
  /// - Parameter callsOffLock: whether a lock that was asked for and has not come is called off, as by an unlock.
  func watchLock(callsOffLock: Bool = true) {
    if callsOffLock { LockClock.shared.lock(self, after: .infinity) }
    guard keyring.state == .unlocked else { return }
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

  /// What has to be done now; nil where there is nothing left to watch.
  func verdict(_ watch: inout IdleWatch) -> IdleWatch.Verdict? {
    do throws(KeychainError) {
      try noticeLock()
    } catch {
      // The file is out of reach, which the next call says. The keys have their time all the same.
    }
    guard keyring.state == .unlocked else { return nil }
    return watch.verdict(at: .now, wasUsed: wasUsed.exchange(false, ordering: .relaxed))
  }

  /// Locks this process alone; others have times of their own.
  func lockHere() {
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
    try requireUnlocked()
    try write { session throws(KeychainError) in
      let sealed: [UInt8]
      do throws(KeyringError) {
        sealed = try keyring.sealSettings(settings)
      } catch {
        throw KeychainError(error)
      }
      try storage { () throws(StorageError) in try session.setMeta(Self.settingsKey, sealed) }
    }
    watchLock(callsOffLock: false)
  }
}
