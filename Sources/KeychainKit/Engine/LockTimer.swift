import KeychainCrypto
import KeychainStorage
import Synchronization

/// What watches over an unlocked keychain of this process.
final class LockTimer: Sendable {
  /// Whether a call used the keychain since the last look.
  let wasUsed = Atomic<Bool>(false)
  /// The look that comes again and again.
  private let watching = Mutex<Task<Void, Never>?>(nil)
  /// The lock that was asked for and has not come yet.
  private let delayed = Mutex<Task<Void, Never>?>(nil)

  func watch(_ task: Task<Void, Never>?) {
    Self.exchange(watching, task)
  }

  func delay(_ task: Task<Void, Never>?) {
    Self.exchange(delayed, task)
  }

  private static func exchange(_ place: borrowing Mutex<Task<Void, Never>?>, _ task: Task<Void, Never>?) {
    place.withLock { current in
      current?.cancel()
      current = task
    }
  }

  func end() {
    watch(nil)
    delay(nil)
  }
}

extension Store {
  /// Begins to look, from time to time, whether the keychain has to be locked; an unlocked one only.
  ///
  /// The task keeps no store: it ends when nobody has the keychain open.
  func watchLock() {
    lockTimer.delay(nil)
    guard keyring.state == .unlocked else { return }
    let settings: KeychainSettings
    do throws(KeychainError) {
      settings = try keychainSettings()
    } catch {
      // Settings that do not open are nobody's; whoever asks for them hears of it.
      settings = .standard
    }
    lockTimer.wasUsed.store(true, ordering: .relaxed)
    lockTimer.watch(
      Task.detached(priority: .utility) { [weak self] in
        var watch = IdleWatch(settings, from: .now)
        while !Task.isCancelled {
          do { try await Task.sleep(for: watch.pause) } catch { return }
          guard let self, self.staysUnlocked(&watch) else { return }
        }
      })
  }

  /// Locks what has to be locked; whether there is anything left to watch.
  private func staysUnlocked(_ watch: inout IdleWatch) -> Bool {
    do throws(KeychainError) {
      try noticeLock()
    } catch {
      // The file is out of reach, which the next call says. The keys have their time all the same.
    }
    guard keyring.state == .unlocked else { return false }
    switch watch.verdict(at: .now, wasUsed: lockTimer.wasUsed.exchange(false, ordering: .relaxed)) {
    case .stay: return true
    case .idle: lockHere()
    case .slept:
      do throws(KeychainError) {
        _ = try lock()
      } catch {
        // This process has wiped before anything could fail.
      }
    }
    return false
  }

  /// Wipes this process's keys; others have times of their own.
  private func lockHere() {
    wipe()
    finishAnchor()
    truncateLog()
  }

  /// Locks when the delay is over, unless somebody unlocks before.
  func lock(after delay: Duration) {
    lockTimer.delay(
      Task.detached(priority: .utility) { [weak self] in
        do {
          try await Task.sleep(for: delay)
          _ = try self?.lock()
        } catch {
          // Called off; or wiped here, and out of reach for the others.
        }
      })
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
