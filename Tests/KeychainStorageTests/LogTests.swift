import Glibc
import KeychainSchema
import TestSupport
import Testing

@testable import KeychainStorage

@Suite("Log: grown, moved into the file, cut") struct LogTests {
  private let temporary: TemporaryDatabase
  private var database: Database { temporary.database }
  private var logBytes: Int { byteCount(of: temporary.path + "-wal") ?? 0 }
  /// A frame is a page and its head.
  private let frameBytes = 4_096 + 24

  init() throws {
    temporary = try TemporaryDatabase()
  }

  /// Commits that put about `frames` pages into the log.
  private func fill(frames: Int) throws {
    for _ in 0..<(frames / 25) { try database.insert(secret: [UInt8](repeating: 7, count: 90_000)) }
  }

  @Test func `below a thousand frames the file itself does not grow`() throws {
    let before = byteCount(of: temporary.path)
    try fill(frames: 500)
    #expect(logBytes > 500 * frameBytes)
    #expect(byteCount(of: temporary.path) == before)
  }

  @Test func `every thousand frames the log moves into the file and is used again`() throws {
    try fill(frames: 5_000)
    #expect(logBytes > 900 * frameBytes)
    #expect(logBytes < 1_300 * frameBytes)
    #expect(byteCount(of: temporary.path) ?? 0 > 3_000 * 4_096)
  }

  @Test func `with a reader in the way the log grows on, and is moved once the reader is gone`() throws {
    let other = try temporary.other()
    try other.read { session throws(StorageError) in
      #expect(try session.keybagGeneration() == 1)
      do { try fill(frames: 2_500) } catch { Issue.record(error) }
      #expect(logBytes > 2_300 * frameBytes)
      // Not waiting for the reader: the answer comes at once.
      let start = ContinuousClock.now
      #expect(try !database.truncateLog())
      #expect(ContinuousClock.now - start < .seconds(2))
      #expect(try session.countItems(ItemSelection()) == 0)
    }
    #expect(try database.truncateLog())
    #expect(logBytes == 0)
    #expect(try other.ids(ItemSelection()).count == 100)
  }

  @Test func `a cut log shows nothing of what was deleted`() throws {
    let marker = Sample.bytes(64)
    let id = try database.insert(secret: marker)
    #expect(holds(marker))
    try database.write { session throws(StorageError) in try session.deleteItem(id) }
    #expect(holds(marker))
    #expect(try database.truncateLog())
    #expect(!holds(marker))
  }

  private func holds(_ marker: [UInt8]) -> Bool {
    [temporary.path, temporary.path + "-wal"].contains { contents(of: $0)?.contains(marker) ?? false }
  }

  @Test func `closing cuts the log, and only a value that wrote does it`() throws {
    try database.insert()
    let reader = try temporary.other()
    _ = try reader.ids(ItemSelection())
    reader.close()
    #expect(logBytes > 0)
    database.close()
    #expect(logBytes == 0)
    #expect(throws: StorageError.closed) { try database.ids(ItemSelection()) }
    #expect(throws: StorageError.closed) { try database.insert() }
    #expect(throws: StorageError.closed) { try database.dataVersion() }
    #expect(throws: StorageError.closed) { try database.truncateLog() }
    #expect(throws: StorageError.closed) { try database.vacuum { _ in true } }
    database.close()
    #expect(try temporary.other().ids(ItemSelection()) == [1])
  }

  @Test func `a value that is dropped leaves the log to the next one`() throws {
    let folder = try TemporaryFolder()
    let path = folder / "only.keychain-db"
    try #require(try Database.create(path, databaseIdentifier: .zero, keybag: Sample.keybag()))
    do {
      // The last connection there is: SQLite by itself would move the log now, without our lock.
      let only = try Database(opening: path)
      try only.write { session throws(StorageError) in try session.setMeta("key", [1]) }
    }
    #expect(byteCount(of: path + "-wal") ?? 0 > 0)
    #expect(try Database(opening: path).read { session throws(StorageError) in try session.meta("key") } == [1])
  }

  @Test func `rebuilding gives the free pages back`() throws {
    try fill(frames: 1_000)
    try database.write { session throws(StorageError) in
      for id: Int64 in 1...39 { try session.deleteItem(id) }
    }
    try database.vacuum { _ in true }
    #expect(logBytes == 0)
    #expect(byteCount(of: temporary.path) ?? .max < 60 * 4_096)
    #expect(try database.ids(ItemSelection()) == [40])
    #expect(try database.insert() == 41)
    // The schema is still the one we open.
    #expect(try temporary.other().ids(ItemSelection()) == [40, 41])
  }
}
