import Glibc
import KeychainSchema
import TestSupport
import Testing

@testable import KeychainStorage

@Suite("Transactions: all or nothing, durable, seen at once") struct TransactionTests {
  @Test func `a body that throws leaves nothing behind, and the next write works`() throws {
    let temporary = try TemporaryDatabase()
    #expect(throws: BodyFailure.unhappy) {
      try temporary.database.write { session throws(BodyFailure) in
        do throws(StorageError) {
          try session.insert(Sample.columns(), metadata: Sample.metadata())
          try session.setMeta("half", [1])
          try session.setKeybag([2])
        } catch { throw BodyFailure(error) }
        throw .unhappy
      }
    }
    try temporary.database.read { session throws(StorageError) in
      #expect(try session.countItems(ItemSelection()) == 0)
      #expect(try session.meta("half") == nil)
      #expect(try session.keybag()[0].count == 1_264)
    }
    #expect(try temporary.database.insert() == 1)
  }

  @Test func `a storage error reaches the caller as the caller's error`() throws {
    let temporary = try TemporaryDatabase()
    temporary.database.close()
    #expect(throws: BodyFailure.storage(.closed)) {
      try temporary.database.read { _ throws(BodyFailure) in true }
    }
    #expect(throws: BodyFailure.storage(.closed)) {
      try temporary.database.write { _ throws(BodyFailure) in true }
    }
  }

  @Test func `every connection syncs fully and trusts nothing`() throws {
    let temporary = try TemporaryDatabase()
    try temporary.database.write { session throws(StorageError) in try expectSettings(session.connection) }
    try temporary.database.read { session throws(StorageError) in try expectSettings(session.connection) }
    let memory = try Database(inMemory: Sample.identifier(), keybag: Sample.keybag())
    try memory.read { session throws(StorageError) in try expectSettings(session.connection) }
  }

  @Test func `a reading connection cannot write`() throws {
    let temporary = try TemporaryDatabase()
    #expect(throws: StorageError.readOnly(path: temporary.path)) {
      try temporary.database.read { session throws(StorageError) in
        try session.connection.execute("DELETE FROM meta")
      }
    }
  }

  @Test func `a session that asked for the bag's generation sees one state to its end`() throws {
    let temporary = try TemporaryDatabase()
    let other = try temporary.other()
    try temporary.database.read { session throws(StorageError) in
      #expect(try session.countItems(ItemSelection()) == 0)
      try other.insert()
      #expect(try session.countItems(ItemSelection()) == 1)
      #expect(try session.keybagGeneration() == 1)
      try other.write { session throws(StorageError) in
        try session.insert(Sample.columns(), metadata: Sample.metadata())
        try session.setKeybag(Sample.keybag(generation: 2))
      }
      #expect(try session.countItems(ItemSelection()) == 1)
      #expect(try session.keybag().count == 2)
    }
    try temporary.database.read { session throws(StorageError) in
      #expect(try session.countItems(ItemSelection()) == 2)
      #expect(try session.keybagGeneration() == 2)
    }
  }

  @Test func `a bag that is missing or short has generation zero`() throws {
    let temporary = try TemporaryDatabase(keybag: [UInt8](repeating: 1, count: 31))
    #expect(try temporary.database.read { session throws(StorageError) in try session.keybagGeneration() } == 0)
    let file = try SQLiteFile(opening: temporary.path)
    try file.execute("DELETE FROM keybag")
    #expect(try temporary.database.read { session throws(StorageError) in try session.keybagGeneration() } == 0)
    #expect(try temporary.database.read { session throws(StorageError) in try session.keybag() } == [])
    let generation = try temporary.database.write { session throws(StorageError) in try session.keybagGeneration() }
    #expect(generation == 0)
  }

  @Test func `the data version moves with every commit, and only then`() throws {
    let temporary = try TemporaryDatabase()
    let other = try temporary.other()
    let before = try temporary.database.dataVersion()
    #expect(try temporary.database.dataVersion() == before)
    _ = try other.ids(ItemSelection())
    #expect(try temporary.database.dataVersion() == before)
    try other.insert()
    let after = try temporary.database.dataVersion()
    #expect(after != before)
    try temporary.database.insert()
    #expect(try temporary.database.dataVersion() != after)

    let memory = try Database(inMemory: Sample.identifier(), keybag: Sample.keybag())
    let start = try memory.dataVersion()
    #expect(throws: BodyFailure.unhappy) { try memory.write { _ throws(BodyFailure) in throw .unhappy } }
    #expect(try memory.dataVersion() == start)
    try memory.write { session throws(StorageError) in try session.setMeta("a", [1]) }
    #expect(try memory.dataVersion() != start)
  }

  @Test func `a killed writer's commits are there, its unfinished transaction is not`() async throws {
    let temporary = try TemporaryDatabase()
    try await #require(processExitsWith: .signal(SIGKILL)) { [path = temporary.path as String] in
      let database = try Database(opening: path)
      for _ in 0..<20 { try database.insert() }
      try database.write { session throws(StorageError) in
        for _ in 0..<500 { try session.insert(Sample.columns(), metadata: Sample.metadata()) }
        kill(getpid(), SIGKILL)
      }
    }
    #expect(try temporary.database.ids(ItemSelection()) == Array(1...20))
    let file = try SQLiteFile(opening: temporary.path)
    #expect(try file.value("PRAGMA integrity_check") == .text("ok"))
  }

  private func expectSettings(_ connection: Connection) throws(StorageError) {
    // swift-format-ignore
    let expected: [(String, Int64)] = [
      ("synchronous", 2), ("foreign_keys", 1), ("secure_delete", 1), ("trusted_schema", 0), ("cell_size_check", 1),
      ("temp_store", 2), ("cache_size", -8000), ("busy_timeout", 5000), ("wal_autocheckpoint", 0),
    ]
    for (pragma, value) in expected {
      let run = try connection.runOnce("PRAGMA \(pragma)")
      #expect(try run.step())
      #expect(run.int64(0) == value, "\(pragma)")
    }
    #expect(throws: StorageError.self) { try connection.execute("ATTACH ':memory:' AS other") }
    #expect(throws: StorageError.self) {
      try connection.execute("PRAGMA writable_schema = ON; DELETE FROM sqlite_schema")
    }
    #expect(throws: StorageError.self) { try connection.execute(String(repeating: " ", count: 65_537) + "SELECT 1") }
  }
}
