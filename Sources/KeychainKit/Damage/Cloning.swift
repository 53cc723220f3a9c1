import Foundation
import KeychainCrypto
import KeychainSchema
import KeychainStorage

/// Makes another keychain with the same items: its own identifier, device secret, key bag and keys.
///
/// Two files never share an identifier: a copy of a file is the same keychain at another time, and one of both would be
/// the older one.
struct Cloning {
  let source: Store
  let path: String
  let passphrase: SecretBytes?
  let settings: StoreSettings
  /// Whether locked items are left out; else they make it fail.
  let leavesOutLocked: Bool

  private static let pageSize = 128
  /// How often everything is read anew because items moved from page to page meanwhile.
  private static let attemptLimit = 16

  func run(_ progress: (WorkProgress) -> Void) throws(KeychainError) -> CloneReport {
    if try isTaken() { throw .keychainExists(path: path) }
    let new = try NewKeychain(passphrase: passphrase, settings: settings)
    do throws(KeychainError) {
      let report = try fill(new, progress)
      return report
    } catch {
      new.withdraw(settings, unlessAt: path)
      throw error
    }
  }

  private func isTaken() throws(KeychainError) -> Bool {
    do {
      return try Database.inspect(path) != nil
    } catch {
      throw KeychainError(error)
    }
  }

  private func fill(
    _ new: NewKeychain, _ progress: (WorkProgress) -> Void
  ) throws(KeychainError) -> CloneReport {
    let (store, report) = try copied(new, progress)
    // A store that goes closes its database.
    defer { withExtendedLifetime(store) {} }
    do {
      guard try Database.create(path, copying: store.database, fileLayer: settings.fileLayer) else {
        throw KeychainError.keychainExists(path: path)
      }
    } catch let error as StorageError {
      throw KeychainError(error)
    } catch let error as KeychainError {
      throw error
    } catch {
      throw .internalInconsistency("a clone could not be written, without a reason")
    }
    return report
  }

  /// The new keychain in memory, begun anew where an item was met twice: pages are states of different moments, and one
  /// that was deleted and added again between two has another row behind the first.
  private func copied(
    _ new: NewKeychain, _ progress: (WorkProgress) -> Void
  ) throws(KeychainError) -> (Store, CloneReport) {
    for _ in 0..<Self.attemptLimit {
      let database: Database
      do {
        database = try Database(inMemory: new.identifier, keybag: new.image.bytes, meta: new.meta)
      } catch {
        throw KeychainError(error)
      }
      let store = Store(
        database: database, keyring: new.keyring, databaseIdentifier: new.identifier, settings: settings.inMemory,
        lockEpoch: 0)
      var report = CloneReport()
      do throws(KeychainError) {
        try copy(into: store, &report, progress)
        return (store, report)
      } catch {
        guard case .itemChanged = error else { throw error }
      }
    }
    throw .busy
  }

  private func copy(
    into store: Store, _ report: inout CloneReport, _ progress: (WorkProgress) -> Void
  ) throws(KeychainError) {
    let total = try source.database.read { session throws(KeychainError) in
      try storage { () throws(StorageError) in try session.countItems(ItemSelection()) }
    }
    var last: Int64 = 0
    while true {
      let page = try page(after: last)
      guard let end = page.last?.columns.id else { return try noteQuarantined(&report) }
      last = end
      let before = report
      report = try store.transaction { session throws(KeychainError) in
        var report = before
        for row in page { try copy(row, into: store, &report, in: session) }
        return report
      }
      let done = report.copiedCount + report.leftOut.count
      progress(WorkProgress(completed: done, total: max(total, done)))
    }
  }

  private func noteQuarantined(_ report: inout CloneReport) throws(KeychainError) {
    for row in try source.quarantinedAlone() {
      let item = QuarantinedItem(row)
      report.leftOut.append(.init(uuid: item.uuid, itemClass: item.itemClass, reason: .quarantined))
    }
  }

  private func page(after last: Int64) throws(KeychainError) -> [(columns: ItemColumns, state: RowState)] {
    try source.read { session throws(KeychainError) in
      _ = try source.refreshKeys(in: session)
      var rows: [(columns: ItemColumns, state: RowState)] = []
      let selection = ItemSelection(wantsSecret: true, afterID: last)
      try session.forEachItem(selection, limit: Self.pageSize) { row throws(KeychainError) in
        rows.append((row.columns, try source.wholeState(of: row)))
        return .next
      }
      return rows
    }
  }

  private func copy(
    _ row: (columns: ItemColumns, state: RowState), into store: Store, _ report: inout CloneReport,
    in session: borrowing WriteSession
  ) throws(KeychainError) {
    func leaveOut(_ reason: CloneReport.Reason) {
      let itemClass = ItemClass(column: row.columns.itemClass)
      report.leftOut.append(.init(uuid: UUID(row.columns.uuid), itemClass: itemClass, reason: reason))
    }
    switch row.state {
    case .locked:
      guard leavesOutLocked else { throw .locked }
      leaveOut(.locked)
    case .newer: leaveOut(.newerVersion)
    case .undecodable, .keyMissing, .keyDestroyed, .absent: leaveOut(.unreadable)
    // A clone under a passphrase of the caller's choice must be no way around asking.
    case .opened(let item) where item.accessControl?.asksForPerson == true: leaveOut(.asksForPerson)
    case .opened(let item):
      do throws(KeychainError) {
        let sealed = try store.sealer.seal(
          item.content, uuid: row.columns.uuid, generation: row.columns.generation, clock: item.clock)
        try store.listGroup(item.content.groupName, tag: sealed.columns.accessGroup, in: session)
        guard try store.insert(sealed, in: session) == nil else { throw .itemChanged }
        report.copiedCount += 1
      } catch {
        switch error {
        case .passphraseNotSet: leaveOut(.passphraseNeeded)
        case .notAvailableInPortableKeychain: leaveOut(.deviceNeeded)
        default: throw error
        }
      }
    }
  }
}

extension Keychain {
  /// Makes another keychain with the items of this one, whatever group they are of.
  ///
  /// It has an identifier, a device secret and keys of its own, so that both can be written; a file that is copied
  /// cannot. Items that need a passphrase go with it only where the clone has one, and items that ask for a person do
  /// not. What is left out is in the report.
  ///
  /// For whoever sees every group, as `Caller.everyGroup` does.
  /// - Parameters:
  ///   - path: of the clone.
  ///   - passphrase: of the clone; nil makes one that opens by itself.
  ///   - options: of the clone.
  ///   - leavingOutLocked: whether items of locked classes are left out; else they make it fail.
  ///   - progress: is called between pages of items.
  /// - Throws: `.denied` for every other caller; `.keychainExists`, `.locked`; `.busy` where others change it without
  ///   end. Nothing is made then.
  @discardableResult
  public func clone(
    to path: String, passphrase: SecretBytes?, options: Options = Options(), leavingOutLocked: Bool = false,
    progress: (WorkProgress) -> Void = { _ in }
  ) throws(KeychainError) -> CloneReport {
    try requireWholeKeychain()
    let cloning = Cloning(
      source: store, path: path, passphrase: passphrase, settings: try options.settings(),
      leavesOutLocked: leavingOutLocked)
    return try cloning.run(progress)
  }
}
