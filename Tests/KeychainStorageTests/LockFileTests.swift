import Glibc
import KeychainSchema
import TestSupport
import Testing

@testable import KeychainStorage

@Suite("Lock file: one writer, two counters for everybody") struct LockFileTests {
  @Test func `a raised counter is seen by every value on the file`() throws {
    let temporary = try TemporaryDatabase()
    let (one, two) = (temporary.database.lockFile, try temporary.other().lockFile)
    #expect(try one.epochs() == .init(lock: 0, file: 0))
    #expect(try one.raiseLockEpoch() == 1)
    #expect(try two.lockEpoch() == 1)
    #expect(try two.raiseLockEpoch() == 2)
    #expect(try two.raiseFileEpoch() == 1)
    #expect(try one.epochs() == .init(lock: 2, file: 1))
    #expect(contents(of: temporary.path + ".lock") == [2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0])
  }

  @Test func `missing bytes count as zero, further ones are kept`() throws {
    let temporary = try TemporaryDatabase()
    try write([5, 1], to: temporary.path + ".lock")
    #expect(try temporary.database.lockFile.epochs() == .init(lock: 261, file: 0))
    try write([UInt8](repeating: 0, count: 16) + [9], to: temporary.path + ".lock")
    try temporary.database.lockFile.raiseLockEpoch()
    #expect(contents(of: temporary.path + ".lock")?.suffix(1) == [9])
  }

  @Test func `raises at once from threads and values all count`() throws {
    let temporary = try TemporaryDatabase()
    let other = try temporary.other()
    inThreads(4) { index in
      let lockFile = index % 2 == 0 ? temporary.database.lockFile : other.lockFile
      for _ in 0..<250 {
        do { try lockFile.raiseLockEpoch() } catch { Issue.record(error) }
      }
    }
    #expect(try temporary.database.lockFile.lockEpoch() == 1_000)
  }

  @Test func `raising a counter does not wait for a writer`() throws {
    let temporary = try TemporaryDatabase()
    let other = try temporary.other()
    try temporary.database.write { _ throws(StorageError) in
      #expect(try other.lockFile.raiseLockEpoch() == 1)
    }
  }

  @Test func `who holds the lock keeps other writers out, and readers in`() throws {
    let temporary = try TemporaryDatabase()
    let other = try Database(opening: temporary.path, patience: .milliseconds(100))
    try temporary.database.write { session throws(StorageError) in
      try session.insert(Sample.columns(), metadata: Sample.metadata())
      #expect(throws: StorageError.busy) { try other.insert() }
      #expect(try other.ids(ItemSelection()) == [])
    }
    #expect(try other.ids(ItemSelection()) == [1])
    #expect(try other.insert() == 2)
  }

  @Test func `another process's lock keeps a writer out until it is given back`() async throws {
    let temporary = try TemporaryDatabase()
    try await temporary.database.holdingLock {
      try await #require(processExitsWith: .success) { [path = temporary.path as String] in
        let database = try Database(opening: path, patience: .milliseconds(50))
        #expect(throws: StorageError.busy) { try database.insert() }
        // Cutting the log needs the lock as well, and does not wait for it.
        #expect(try !database.truncateLog())
        #expect(throws: StorageError.busy) { try database.vacuum { _ in true } }
      }
    }
    try await #require(processExitsWith: .success) { [path = temporary.path as String] in
      try Database(opening: path, patience: .milliseconds(50)).insert()
    }
    #expect(try temporary.database.ids(ItemSelection()) == [1])
  }

  @Test func `a lock file that was removed against the rules is made again, and still keeps writers apart`() throws {
    let temporary = try TemporaryDatabase()
    let other = try Database(opening: temporary.path, patience: .milliseconds(50))
    unsafe unlink(temporary.path + ".lock")
    let late = try Database(opening: temporary.path, patience: .milliseconds(50))
    for (one, two) in [(temporary.database, other), (temporary.database, late), (late, other)] {
      try one.write { _ throws(StorageError) in
        let start = ContinuousClock.now
        #expect(throws: StorageError.busy) { try two.insert() }
        // It is the lock that says so, not SQLite, which would wait for five seconds.
        #expect(ContinuousClock.now - start < .seconds(3))
      }
    }
    #expect(try other.insert() == 1)
    #expect(try temporary.database.lockFile.raiseLockEpoch() == 1)
    #expect(try other.lockFile.lockEpoch() == 1)
  }

  @Test func `a killed holder's lock is free`() async throws {
    let temporary = try TemporaryDatabase()
    try await #require(processExitsWith: .signal(SIGKILL)) { [path = temporary.path as String] in
      try Database(opening: path).write { session throws(StorageError) in
        try session.insert(Sample.columns(), metadata: Sample.metadata())
        kill(getpid(), SIGKILL)
      }
    }
    #expect(try temporary.database.insert() == 1)
  }
}

extension Database {
  /// Holds the lock, and nothing else, while `body` runs.
  func holdingLock(_ body: () async throws -> Void) async throws {
    try lockFile.acquire(within: .zero)
    defer { lockFile.release() }
    try await body()
  }
}
