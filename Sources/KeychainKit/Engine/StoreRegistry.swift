import KeychainStorage
import Synchronization

/// The open stores of this process: two `Keychain` values on one file share its keys and its locks.
final class StoreRegistry: Sendable {
  /// A lease is taken only of the file that was asked for: a look at every one would, for a moment, be another holder
  /// of each, and the last one to let go of a keychain would not have shut it down.
  private struct Entry {
    weak var store: Store?
    weak var lease: StoreLease?

    init(_ lease: StoreLease) {
      store = lease.store
      self.lease = lease
    }

    /// The store while somebody has it open.
    var openStore: Store? {
      guard let store, !store.isShutDown else { return nil }
      return store
    }
  }

  static let shared = StoreRegistry()

  // By what each store has open now, and not by what it had when it was opened: an upgrade or a repair puts another
  // file in the place, the store goes over to it, and the number of the old one is given out again.
  private let entries = Mutex<[Entry]>([])

  /// Whether the file is an open keychain of this process.
  func holds(_ identity: FileIdentity) -> Bool {
    entries.withLock { $0.contains { $0.openStore?.database.identity == identity } }
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
      if let lease = Self.lease(in: entries, where: { $0.database.identity == identity }) {
        try judge()
        return lease
      }
      let opened = StoreLease(try open())
      // The file may have been exchanged after it was looked at, and its successor, or what was the same keychain
      // before it, be open already.
      if let lease = Self.lease(in: entries, where: { $0.isOnSameKeychain(as: opened.store) }) { return lease }
      entries = entries.filter { $0.openStore != nil } + [Entry(opened)]
      return opened
    }
  }

  private static func lease(in entries: [Entry], where isSought: (Store) -> Bool) -> StoreLease? {
    for entry in entries {
      // One that is being let go of has no lease any more, and its successor may stand behind it.
      if let store = entry.openStore, isSought(store), let lease = entry.lease { return lease }
    }
    return nil
  }
}

extension Store {
  /// Whether both have one file open, or will once the file that was put in the place of the one before is noticed.
  fileprivate func isOnSameKeychain(as other: Store) -> Bool {
    if database.identity == other.database.identity { return true }
    return databaseIdentifier == other.databaseIdentifier && database.isAtSamePlace(as: other.database)
  }
}
