import Glibc
import KeychainSchema
import TestSupport
import Testing

@testable import KeychainStorage

@Suite("Reads that follow each other closely share a transaction") struct StandingReadTests {
  private let temporary: TemporaryDatabase
  private var database: Database { temporary.database }

  init() throws {
    temporary = try TemporaryDatabase()
    try database.insert()
  }

  private func count(_ database: Database) throws -> Int {
    // As everybody does before a read.
    _ = try database.lockFile.lockEpoch()
    var result = Result<Int, StorageError>.success(0)
    try database.lend { session in
      result = Result { () throws(StorageError) in try session.countItems(ItemSelection()) }
    }
    return try result.get()
  }

  private func stands(_ database: Database) -> Bool {
    database.readers.withLock { pool in pool.idle.contains { $0.standing != nil && $0.isInTransaction } }
  }

  /// Reads until a transaction is kept.
  private func reachStanding(_ database: Database) throws {
    for _ in 0..<100_000 {
      _ = try count(database)
      if stands(database) { return }
    }
    Issue.record("no read kept its transaction")
  }

  /// Whether it is given up within two seconds.
  private func ceases(_ database: Database) -> Bool {
    for _ in 0..<2_000 {
      if !stands(database) { return true }
      usleep(1_000)
    }
    return false
  }

  /// Runs `body` while another thread reads without end.
  private func whileReading(_ body: @escaping @Sendable () throws -> Void) {
    let isDone = SharedCounter()
    inThreads(2) { [database] index in
      do {
        if index == 0 {
          while isDone.value == 0 { _ = try count(database) }
        } else {
          defer { isDone.increment() }
          try body()
        }
      } catch {
        Issue.record(error)
      }
    }
  }

  @Test func `a few reads keep none`() throws {
    for _ in 0..<10 { _ = try count(database) }
    #expect(!stands(database))
  }

  @Test func `each commit is seen by the next read, whoever made it`() throws {
    try reachStanding(database)
    let other = try temporary.other()
    let stranger = try SQLiteFile(opening: temporary.path)
    for number in 1...300 {
      switch number % 3 {
      case 0: try database.insert()
      case 1: try other.insert()
      default: try stranger.execute("DELETE FROM item WHERE id = (SELECT max(id) FROM item)")
      }
      let expected = try stranger.value("SELECT count(*) FROM item")
      #expect(try expected == .integer(Int64(count(database))), "\(number)")
      if number % 10 == 0 { try reachStanding(database) }
    }
  }

  @Test func `a commit in the midst of a session is seen at the latest by the next one`() throws {
    try reachStanding(database)
    let other = try temporary.other()
    var counts: [Int] = []
    try database.lend { session in
      do {
        counts.append(try session.countItems(ItemSelection()))
        try other.insert()
        counts.append(try session.countItems(ItemSelection()))
      } catch {
        Issue.record(error)
      }
    }
    // Whether the session keeps a transaction depends on how long ago the one before was.
    #expect(counts == [1, 1] || counts == [1, 2])
    #expect(try count(database) == 2)
  }

  @Test func `once the reads have ceased nobody is in the way of the log`() throws {
    try reachStanding(database)
    #expect(ceases(database))
    let stranger = try SQLiteFile(opening: temporary.path)
    #expect(try stranger.rows("PRAGMA wal_checkpoint(TRUNCATE)").first?.first == .integer(0))
    #expect(byteCount(of: temporary.path + "-wal") == 0)
    #expect(try count(database) == 1)
  }

  @Test func `who reads without end lets go of the log for who wants to cut it`() throws {
    let other = try temporary.other()
    let (inserts, cuts) = (SharedCounter(), SharedCounter())
    whileReading {
      // A reader that is not let run keeps what it has; one that is lets go.
      while cuts.value < 10, inserts.value < 2_000 {
        try other.insert()
        inserts.increment()
        usleep(5_000)
        if try other.truncateLog() { cuts.increment() }
      }
    }
    #expect(cuts.value == 10)
    #expect(try count(database) == inserts.value + 1)
  }

  @Test func `the log is moved and used again while somebody reads without end`() throws {
    let other = try temporary.other()
    let inserts = SharedCounter()
    let secret = [UInt8](repeating: 7, count: 90_000)
    let log = temporary.path + "-wal"
    /// Whether the log is less than half of what went through it.
    @Sendable func isUsedAgain() -> Bool { (byteCount(of: log) ?? 0) * 2 < inserts.value * secret.count }
    whileReading {
      // A reader that is not let run keeps the log from being moved; one that is does not.
      while inserts.value < 200 || !isUsedAgain(), inserts.value < 4_000 {
        try other.insert(secret: secret)
        inserts.increment()
      }
    }
    #expect(isUsedAgain())
    #expect(try count(database) == inserts.value + 1)
  }

  @Test func `closing and dropping a value end what it kept`() throws {
    let other = try temporary.other()
    try reachStanding(other)
    other.close()
    #expect(throws: StorageError.closed) { try count(other) }
    do {
      let dropped = try temporary.other()
      try reachStanding(dropped)
    }
    let stranger = try SQLiteFile(opening: temporary.path)
    #expect(try stranger.rows("PRAGMA wal_checkpoint(TRUNCATE)").first?.first == .integer(0))
  }

  @Test func `letting go of the pages lets go of the transaction as well, and of the first page`() throws {
    try reachStanding(database)
    try database.lend { session in
      session.forgetPages()
      #expect(!session.connection.isInTransaction)
    }
    #expect(try count(database) == 1)
  }

  @Test func `a database in memory, and one whose log was taken away, do without`() throws {
    let memory = try Database(inMemory: Sample.identifier(), keybag: Sample.keybag())
    for _ in 0..<1_000 { _ = try count(memory) }
    #expect(!stands(memory))
    database.close()
    try SQLiteFile(opening: temporary.path).execute("PRAGMA journal_mode = DELETE")
    let reader = try temporary.other()
    for _ in 0..<1_000 { _ = try count(reader) }
    #expect(!stands(reader))
    #expect(byteCount(of: temporary.path + "-shm") == nil)
    try reader.insert()
    #expect(try count(reader) == 2)
  }
}
