import Glibc
import KeychainStorage
import Synchronization

/// What is left to do so that the files hold nothing of keys and slots that are gone. It stands in `meta` until it is
/// done.
enum FileCleaning: UInt8 {
  /// The database is rebuilt without its free pages, then the log is cut.
  case everything = 1
  /// A reader was in the way of cutting the log.
  case log = 2
  /// What shows the key bag as it was is dropped, then the log is cut.
  case earlierStates = 3

  var bytes: [UInt8] { [rawValue] }
}

extension Store {
  static let cleaningKey = "cleaning"

  /// What is left of the cleaning after keys have left; nil: nothing.
  func fileCleaning() throws(KeychainError) -> FileCleaning? {
    let bytes = try database.read { session throws(KeychainError) in
      try storage { () throws(StorageError) in try session.meta(Self.cleaningKey) }
    }
    return bytes.map { $0.first.flatMap(FileCleaning.init) ?? .everything }
  }

  /// Rebuilds the database, cuts the log and drops what shows earlier states, as far as that is left to do.
  ///
  /// Where a reader stays in the way of the log, that is left to the next time.
  /// - Returns: whether nothing is left to do.
  func cleanFiles() throws(KeychainError) -> Bool {
    guard let left = try fileCleaning() else { return true }
    if left == .everything {
      var before: RowCensus?
      try storage { () throws(StorageError) in try database.vacuum { confirms($0, &before) } }
    }
    if left != .log {
      // Those that are made from now on hold nothing of what is to go.
      try dropSnapshots()
      try note(.log)
    }
    guard try cutLog() else { return false }
    try note(nil)
    return true
  }

  /// The same for whoever is not at a step of a rotation: two at once would each write down what the other has done.
  func cleanFilesAlone() throws(KeychainError) -> Bool {
    try rotating.withLock { _ throws(KeychainError) in try cleanFiles() }
  }

  /// Notes in the transaction of a change that what shows the key bag as it was is to go.
  ///
  /// Where everything is left to do already, that stays.
  func noteEarlierStates(in session: borrowing WriteSession) throws(KeychainError) {
    try storage { () throws(StorageError) in
      guard try session.meta(Self.cleaningKey) != FileCleaning.everything.bytes else { return }
      try session.setMeta(Self.cleaningKey, FileCleaning.earlierStates.bytes)
    }
  }

  /// Whether the rows that are read are those of the record, or else the same as at the reading before: then somebody
  /// has changed them, and no disk.
  private func confirms(_ session: borrowing WriteSession, _ before: inout RowCensus?) -> Bool {
    do throws(KeychainError) {
      let census = try RowCensus(of: session, keyring)
      if let record = try sealedState(in: session)?.record, census.agrees(with: record) { return true }
      defer { before = census }
      return before == census
    } catch {
      // While no key is open nothing can be compared; what cannot be read is met by the rebuilding as well.
      if case .locked = error { return true }
      return false
    }
  }

  /// Gives those who read at this moment the time that a read takes, a second in all.
  private func cutLog() throws(KeychainError) -> Bool {
    for _ in 0..<Self.cutAttempts {
      if try storage({ () throws(StorageError) in try database.truncateLog() }) { return true }
      usleep(Self.cutPause)
    }
    return false
  }

  private static let cutAttempts = 50
  /// In microseconds.
  private static let cutPause: UInt32 = 20_000

  private func note(_ left: FileCleaning?) throws(KeychainError) {
    try write { session throws(KeychainError) in
      try storage { () throws(StorageError) in try session.setMeta(Self.cleaningKey, left?.bytes) }
    }
  }
}
