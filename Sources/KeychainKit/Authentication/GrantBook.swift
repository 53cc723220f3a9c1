import KeychainCrypto
import KeychainPolicy
import Synchronization

/// What one context was shown for one keychain: the methods that were met and the keys that passwords gave.
///
/// It counts under the lock epoch at which it was shown, and is wiped by the next lock.
final class GrantBook: Sendable {
  private struct Page {
    var lockEpoch: UInt64 = 0
    var methods: AuthenticationMethods = []
    var keys: [ApplicationPasswordKey.Parameters: ApplicationPasswordKey] = [:]
  }

  private let page = Mutex(Page())

  /// The methods that were met under the epoch.
  func methods(under lockEpoch: UInt64) -> AuthenticationMethods {
    page.withLock { $0.lockEpoch == lockEpoch ? $0.methods : [] }
  }

  /// The key of a salt, where it was derived under the epoch.
  func key(
    _ parameters: ApplicationPasswordKey.Parameters, under lockEpoch: UInt64
  ) -> ApplicationPasswordKey? {
    page.withLock { $0.lockEpoch == lockEpoch ? $0.keys[parameters] : nil }
  }

  /// Notes methods that were met; what was noted under another epoch goes.
  func add(_ methods: AuthenticationMethods, under lockEpoch: UInt64) {
    page.withLock { page in
      if page.lockEpoch != lockEpoch { page = Page(lockEpoch: lockEpoch) }
      page.methods.formUnion(methods)
    }
  }

  /// Keeps a key; what was noted under another epoch goes.
  func keep(_ key: ApplicationPasswordKey, under lockEpoch: UInt64) {
    page.withLock { page in
      if page.lockEpoch != lockEpoch { page = Page(lockEpoch: lockEpoch) }
      page.keys[key.parameters] = key
    }
  }

  /// Wipes the keys; the methods stay met.
  func forgetKeys() {
    page.withLock { $0.keys = [:] }
  }

  /// Wipes everything.
  func end() {
    page.withLock { $0 = Page() }
  }
}

/// The books that contexts keep about one keychain, so that its lock reaches them.
final class GrantBooks: Sendable {
  private struct Entry {
    weak var book: GrantBook?
  }

  private let entries = Mutex<[Entry]>([])

  /// Wipes the book too when the keychain is locked.
  func watch(_ book: GrantBook) {
    entries.withLock { entries in
      entries.removeAll { $0.book == nil }
      entries.append(Entry(book: book))
    }
  }

  /// Wipes every book.
  func end() {
    for entry in entries.withLock({ $0 }) { entry.book?.end() }
  }
}
