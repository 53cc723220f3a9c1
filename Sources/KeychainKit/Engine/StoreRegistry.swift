import KeychainStorage
import Synchronization

/// The open stores of this process: two `Keychain` values on one file share its keys and its locks.
final class StoreRegistry: Sendable {
  private struct Entry {
    weak var lease: StoreLease?
  }

  static let shared = StoreRegistry()

  // By what each store has open now, and not by what it had when it was opened: an upgrade or a repair puts another
  // file in the place, the store goes over to it, and the number of the old one is given out again.
  private let entries = Mutex<[Entry]>([])

  /// Whether the file is an open keychain of this process.
  func holds(_ identity: FileIdentity) -> Bool {
    entries.withLock { Self.lease(of: identity, in: $0) != nil }
  }

  /// The open store of the file, or the one that `open` makes.
  ///
  /// Opening happens under the registry's lock, so that a process never opens a file twice; it calls nothing foreign.
  ///
  /// - Parameter judge: judges a file that is open already, as opening judges one that is not.
  func store(
    of identity: FileIdentity, judging judge: () throws(KeychainError) -> Void,
    opening open: () throws(KeychainError) -> Store
  ) throws(KeychainError) -> StoreLease {
    try entries.withLock { entries throws(KeychainError) in
      if let lease = Self.lease(of: identity, in: entries) {
        try judge()
        return lease
      }
      let opened = StoreLease(try open())
      // The file may have been exchanged after it was looked at, and its successor, or what was the same keychain
      // before it, be open already.
      if let lease = Self.lease(of: opened.store, in: entries) { return lease }
      entries = entries.filter { $0.lease != nil } + [Entry(lease: opened)]
      return opened
    }
  }

  private static func lease(of identity: FileIdentity, in entries: [Entry]) -> StoreLease? {
    entries.lazy.compactMap(\.lease).first { $0.store.database.identity == identity }
  }

  private static func lease(of store: Store, in entries: [Entry]) -> StoreLease? {
    entries.lazy.compactMap(\.lease).first { $0.store.isOnSameKeychain(as: store) }
  }
}

extension Store {
  /// Whether both have one file open, or will once the file that was put in the place of the one before is noticed.
  fileprivate func isOnSameKeychain(as other: Store) -> Bool {
    if database.identity == other.database.identity { return true }
    return databaseIdentifier == other.databaseIdentifier && database.isAtSamePlace(as: other.database)
  }
}
