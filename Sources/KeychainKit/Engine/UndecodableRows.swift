import KeychainSchema
import KeychainStorage
import Synchronization

/// Rows a read could not decode, until the next write copies them into quarantine.
///
/// A read never waits for the file's lock, so it only remembers them; which ones are known is by the digest of their
/// bytes, so that a row is reported once.
final class UndecodableRows: Sendable {
  struct Row: Sendable {
    let digest: [UInt8]
    let uuid: Identifier
    let bytes: [UInt8]
  }

  private struct State {
    var pending: [Row] = []
    /// The digests of what is pending, is being written, or lies in quarantine.
    var known: Set<[UInt8]> = []
    var quarantined = 0
    var isStale = false
    var isKeyMissing = false
  }

  private let state = Mutex(State())

  /// More rows than this in quarantine, and the store is only read.
  static let limit = 8
  /// Rows remembered until the next write; what is beyond it will be met again.
  private static let pendingLimit = 64

  func note(_ row: Row) {
    state.withLock { state in
      guard state.pending.count < Self.pendingLimit, state.known.insert(row.digest).inserted else { return }
      state.pending.append(row)
    }
  }

  /// The bag does not know the key of a row: until the file is opened anew, nothing is written to it.
  func noteMissingKey() {
    state.withLock { $0.isKeyMissing = true }
  }

  /// Hands over what is to be copied into quarantine; `restore` gives it back where that failed.
  func takePending() -> [Row] {
    state.withLock { state in
      defer { state.pending = [] }
      return state.pending
    }
  }

  func restore(_ rows: [Row]) {
    state.withLock { $0.pending = rows + $0.pending }
  }

  /// Takes over what stands in quarantine; `unaccepted` is how much of it the owner has not accepted.
  func setQuarantined(_ digests: Set<[UInt8]>, unaccepted: Int) {
    state.withLock { state in
      state.pending.removeAll { digests.contains($0.digest) }
      state.known = digests.union(state.pending.map(\.digest))
      state.quarantined = unaccepted
    }
  }

  /// A write put rows into quarantine, or tried to: what is known of it is out of date.
  func noteQuarantining() {
    state.withLock { $0.isStale = true }
  }

  /// Whether quarantine has to be looked at again; asked once.
  func takeStaleness() -> Bool {
    state.withLock { state in
      defer { state.isStale = false }
      return state.isStale
    }
  }

  /// Why nothing may be written, and nothing called absent; nil where all is well.
  var breaker: String? {
    state.withLock { state in
      if state.isKeyMissing { return "the key bag does not know the key of an item" }
      return state.quarantined + state.pending.count > Self.limit ? "more than \(Self.limit) items cannot be read" : nil
    }
  }

  /// How many rows are known to be unreadable.
  var count: Int {
    state.withLock { $0.quarantined + $0.pending.count }
  }
}

extension Store {
  /// A row under a key that the bag does not know: the error of the call, and the end of writing.
  func missingKey() -> KeychainError {
    undecodable.noteMissingKey()
    return .damaged("the key bag does not know the key of an item")
  }

  /// The same for a row that a read sees: where it is of an older state than the keys, which have left it behind since,
  /// the read has to begin again.
  func missingKey<Session: StorageSession & ~Copyable>(
    in session: borrowing Session
  ) throws(KeychainError) -> KeychainError {
    let inTheClear = try storage { () throws(StorageError) in try session.keybagGeneration() }
    let generation = try session.confirmedGeneration(inTheClear, expected: keyring.bagGeneration, in: database)
    return generation < keyring.bagGeneration ? .keybagChanged : missingKey()
  }
}
