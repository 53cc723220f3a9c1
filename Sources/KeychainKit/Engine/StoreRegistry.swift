import KeychainStorage
import Synchronization

/// The open stores of this process, by their files: two `Keychain` values on one file share its keys and its locks.
final class StoreRegistry: Sendable {
  private struct Entry {
    weak var lease: StoreLease?
  }

  static let shared = StoreRegistry()

  private let entries = Mutex<[FileIdentity: Entry]>([:])

  /// Whether the file is an open keychain of this process.
  func holds(_ identity: FileIdentity) -> Bool {
    entries.withLock { $0[identity]?.lease != nil }
  }

  /// The open store of the file, or the one that `open` makes.
  ///
  /// Opening happens under the registry's lock, so that a process never opens a file twice; it calls nothing foreign.
  func store(
    of identity: FileIdentity, opening open: () throws(KeychainError) -> Store
  ) throws(KeychainError) -> StoreLease {
    try entries.withLock { entries throws(KeychainError) in
      if let lease = entries[identity]?.lease { return lease }
      let lease = StoreLease(try open())
      entries = entries.filter { $0.value.lease != nil }
      entries[identity] = Entry(lease: lease)
      return lease
    }
  }
}
