import Glibc
import KeychainSchema
import TestSupport
import Testing

@testable import KeychainStorage

/// The old file is open elsewhere, or there is no room for a new one.
@Suite("An upgrade that does not come to its end") struct InterruptedUpgradeTests {
  private static let later = UpgradeTests.later

  private let temporary: TemporaryDatabase

  init() throws {
    temporary = try TemporaryDatabase()
    for _ in 0..<20 { try temporary.database.insert() }
  }

  private func opened() throws -> Database {
    try Database(opening: temporary.path, migrations: Self.later)
  }

  private func version(_ path: String) throws -> SQLiteValue? {
    try SQLiteFile(opening: path).value("PRAGMA user_version")
  }

  @Test(arguments: UpgradeStep.allCases)
  func `killed at any step, who has the old file open loses nothing that it writes then`(step: UpgradeStep) async throws
  {
    let other = temporary.database
    let stepName = "\(step)"
    try await #require(processExitsWith: .signal(SIGKILL)) {
      [path = temporary.path as String, stepName = stepName as String] in
      let place = try FilePlace(path, migrations: Self.later)
      try place.upgrade(within: .seconds(5), fileSystemType: FileSystemType.ofFolder) { reached in
        if "\(reached)" == stepName { kill(getpid(), SIGKILL) }
      }
    }
    if [.replaced, .logRemoved].contains(step) {
      #expect(throws: StorageError.newerVersion(path: temporary.path, version: 2)) { try other.insert() }
    } else {
      #expect(try other.insert() == 21)
      #expect(try SQLiteFile(opening: temporary.path).value("SELECT count(*) FROM item") == .integer(21))
      try other.insert()
    }
    let before = try SQLiteFile(opening: temporary.path).value("SELECT count(*) FROM item")
    let database = try opened()
    try database.insert()
    database.close()
    other.close()
    let file = try SQLiteFile(opening: temporary.path)
    #expect(try file.value("PRAGMA integrity_check") == .text("ok"))
    #expect(try file.value("PRAGMA user_version") == .integer(2))
    #expect(try before != file.value("SELECT count(*) FROM item"))
    #expect(try file.value("SELECT count(*) FROM item") == .integer([.replaced, .logRemoved].contains(step) ? 21 : 23))
  }

  @Test(arguments: UpgradeStep.allCases)
  func `failing at any step leaves the log to who has the old file open`(step: UpgradeStep) throws {
    let place = try FilePlace(temporary.path, migrations: Self.later)
    let isReplaced = [.replaced, .logRemoved].contains(step)
    #expect(throws: StorageError.diskFull) {
      try place.upgrade(within: .zero, fileSystemType: FileSystemType.ofFolder) { reached throws(StorageError) in
        if reached == step { throw .diskFull }
      }
    }
    guard !isReplaced else { return }
    try temporary.database.insert()
    #expect(try SQLiteFile(opening: temporary.path).value("SELECT count(*) FROM item") == .integer(21))
  }

  @Test func `where the disk is full the old file is read, is not written, and is upgraded later`() async throws {
    try temporary.database.insert(secret: [UInt8](repeating: 7, count: 400_000))
    temporary.database.close()
    try await #require(processExitsWith: .success) { [path = temporary.path as String] in
      // A limit on the size of files stands in for the disk.
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit()
      unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let unlimited = limit.rlim_cur
      limit.rlim_cur = 200_000
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let database = try Database(opening: path, migrations: Self.later)
      #expect(try database.ids(ItemSelection()).count == 21)
      #expect(throws: StorageError.readOnly(path: path)) { try database.insert() }
      #expect(try FilePlace(path).unfinishedNames().isEmpty)
      limit.rlim_cur = unlimited
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      #expect(throws: StorageError.readOnly(path: path)) { try database.insert() }
      let later = try Database(opening: path, migrations: Self.later)
      #expect(try later.insert() == 22)
      // Told of the new file, the one that only read it writes as well.
      #expect(try database.insert() == 23)
      #expect(try database.ids(ItemSelection()).count == 23)
    }
    #expect(try version(temporary.path) == .integer(2))
  }

  @Test func `a reader of the old file is waited for`() throws {
    let other = try temporary.other()
    let isReading = SharedCounter()
    let isDone = SharedCounter()
    inThreads(2) { [path = temporary.path] index in
      do {
        if index == 0 {
          try other.read { session throws(StorageError) in
            _ = try session.countItems(ItemSelection())
            isReading.increment()
            usleep(300_000)
          }
        } else {
          while isReading.value == 0 { usleep(1_000) }
          try Database(opening: path, patience: .seconds(20), migrations: Self.later).close()
          isDone.increment()
        }
      } catch {
        Issue.record(error)
      }
    }
    #expect(isDone.value == 1)
    #expect(try version(temporary.path) == .integer(2))
  }
}
