import KeychainCrypto
import KeychainSchema
import KeychainStorage
import Synchronization

/// Compares the rows with the record in the background, page by page.
///
/// Each page is a read of its own, so that nothing waits for the comparison and it keeps nothing from being done: no
/// checkpoint, no lock. A write in between changes the record, and the comparison begins anew; where writes never
/// cease, it gives up until the next unlock.
///
/// It keeps the database and the keys, not the store: the store closes when its last owner lets it go.
struct BackgroundVerification: Sendable {
  /// What was found, for whoever keeps the record.
  struct Finding: Sendable {
    let census: RowCensus
    let record: StateRecord
  }

  private let database: Database
  private let keyring: Keyring

  static let pageSize = 256
  private static let attempts = 4

  init(_ database: Database, _ keyring: Keyring) {
    self.database = database
    self.keyring = keyring
  }

  /// Nil where there is nothing to compare, writes came too fast, or the task was cancelled.
  func run() async throws(KeychainError) -> Finding? {
    for _ in 0..<Self.attempts {
      guard let box = try box(), let record = try record(box), record.verifiedEpoch < record.epoch else { return nil }
      if let census = try await census(of: box) { return Finding(census: census, record: record) }
      if Task.isCancelled { return nil }
    }
    return nil
  }

  /// Every row of the state that the record is of; nil where there is a newer one.
  private func census(of box: [UInt8]) async throws(KeychainError) -> RowCensus? {
    var census = RowCensus()
    for table in SummedTable.allCases {
      var first: Int64? = .min
      while let start = first {
        guard !Task.isCancelled else { return nil }
        var isCurrent = false
        first = try page(table, from: start, of: box, &census, &isCurrent)
        guard isCurrent else { return nil }
        await Task.yield()
      }
    }
    return census
  }

  private func page(
    _ table: SummedTable, from first: Int64, of box: [UInt8], _ census: inout RowCensus, _ isCurrent: inout Bool
  ) throws(KeychainError) -> Int64? {
    var page = census
    var next: Int64?
    var current: [UInt8]?
    try database.read { session throws(KeychainError) in
      do throws(StorageError) {
        // Asked first, so that the record is of the same state as the rows.
        _ = try session.keybagGeneration()
        current = try session.meta(Store.stateKey)
      } catch {
        throw KeychainError(error)
      }
      next = try page.count(table, from: first, limit: Self.pageSize, keyring, in: session)
    }
    isCurrent = current == box
    census = page
    return next
  }

  private func box() throws(KeychainError) -> [UInt8]? {
    try storage { () throws(StorageError) in
      try database.read { session throws(StorageError) in try session.meta(Store.stateKey) }
    }
  }

  private func record(_ box: [UInt8]) throws(KeychainError) -> StateRecord? {
    do {
      return try keyring.openState(box)
    } catch {
      throw KeychainError(error)
    }
  }
}

/// How far the comparison of a store's rows has come.
enum VerificationProgress {
  case none
  case scheduled
  case running(Task<Void, Never>)

  var isNone: Bool { if case .none = self { true } else { false } }
}

extension Store {
  /// Has the rows compared in the background, unless that is to be or is under way.
  ///
  /// Later where the last process closed the keychain in good order: a program that is over in a moment does not pay
  /// for it. In memory nobody can have changed anything.
  func verifyInBackground() {
    guard database.path != nil, let delays = settings.verificationDelays else { return }
    let isNew = verification.withLock { progress in
      guard progress.isNone else { return false }
      progress = .scheduled
      return true
    }
    guard isNew else { return }
    let (seconds, attoseconds) = (database.hadLog ? delays.afterCrash : delays.atRest).components
    LockClock.shared.verify(self, after: Double(seconds) + Double(attoseconds) / 1e18)
  }

  /// Begins the comparison that was to be.
  func beginVerification() {
    let comparison = BackgroundVerification(database, keyring)
    verification.withLock { progress in
      guard case .scheduled = progress else { return }
      progress = .running(
        Task.detached(priority: .background) { [weak self] in
          do {
            if let finding = try await comparison.run() { self?.takeOver(finding.census, of: finding.record) }
          } catch {
            // Cancelled, closed, or a file that cannot be read: every call that somebody makes says so by itself.
          }
          self?.verification.withLock { $0 = .none }
        })
    }
  }

  /// Ends a comparison that is under way.
  func cancelVerification() {
    verification.withLock { progress in
      if case .running(let task) = progress { task.cancel() }
      progress = .none
    }
  }
}

/// How long a comparison in the background waits.
package struct VerificationDelays: Sendable {
  /// After the last process did not close the keychain, or is still there.
  var afterCrash = Duration.seconds(1)
  /// Else.
  var atRest = Duration.seconds(10)
}
