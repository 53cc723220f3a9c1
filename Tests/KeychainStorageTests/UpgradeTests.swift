import Glibc
import KeychainSchema
import TestSupport
import Testing

@testable import KeychainStorage

@Suite("An older file is upgraded by a copy") struct UpgradeTests {
  private struct Stopped: Error {}

  /// Version 2 as a later build might have it.
  private static let next = Migration(
    version: 2,
    sql: """
      CREATE TABLE note(id INTEGER PRIMARY KEY, text BLOB NOT NULL) STRICT;
      ALTER TABLE quarantine ADD COLUMN note INTEGER;
      PRAGMA user_version = 2;
      """)
  static let later = Migration.all + [next]

  private let temporary: TemporaryDatabase

  /// A file of version 1 with a few rows, all of them in its log.
  init() throws {
    temporary = try TemporaryDatabase()
    for _ in 0..<20 { try temporary.database.insert() }
  }

  private var kept: String { temporary.path + ".before-version-1" }

  private func opened(_ migrations: [Migration] = later) throws -> Database {
    try Database(opening: temporary.path, migrations: migrations)
  }

  private func rows(_ path: String) throws -> [[SQLiteValue]] {
    let file = try SQLiteFile(opening: path)
    return try ["item", "meta", "keybag", "access_group"].flatMap { try file.rows("SELECT * FROM \($0) ORDER BY 1") }
  }

  private func version(_ path: String) throws -> SQLiteValue? {
    try SQLiteFile(opening: path).value("PRAGMA user_version")
  }

  @Test func `every row is there, the old file is kept, and the next opening removes it`() throws {
    let before = try rows(temporary.path)
    temporary.database.close()
    let database = try opened()
    #expect(try version(temporary.path) == .integer(2))
    #expect(try rows(temporary.path) == before)
    #expect(try version(kept) == .integer(1))
    #expect(try rows(kept) == before)
    database.removeEarlierVersions()
    #expect(byteCount(of: kept) != nil, "the opening that made it leaves it")
    try database.insert()
    database.close()
    let again = try opened()
    again.removeEarlierVersions()
    #expect(byteCount(of: kept) == nil)
    #expect(try again.read { session throws(StorageError) in try session.countItems(ItemSelection()) } == 21)
  }

  @Test func `an upgraded file is newer to a build that knows less`() throws {
    temporary.database.close()
    try opened().close()
    #expect(throws: StorageError.newerVersion(path: temporary.path, version: 2)) { try opened(Migration.all) }
  }

  @Test func `an upgraded file is like one that is made anew`() throws {
    temporary.database.close()
    try opened().close()
    let fresh = temporary.folder / "fresh"
    try #require(
      try Database.create(
        fresh, databaseIdentifier: Sample.identifier(), keybag: Sample.keybag(generation: 1), migrations: Self.later))
    let text = "SELECT type, name, sql FROM sqlite_schema ORDER BY 1, 2"
    #expect(try SQLiteFile(opening: fresh).rows(text) == SQLiteFile(opening: temporary.path).rows(text))
  }

  @Test(arguments: [
    "CREATE TABLE item(id INTEGER) STRICT; PRAGMA user_version = 2;",
    "DELETE FROM item WHERE id = 3; PRAGMA user_version = 2;",
    "UPDATE item SET generation = generation + 1 WHERE id = 3; PRAGMA user_version = 2;",
    "DROP TABLE meta; PRAGMA user_version = 2;",
    "INSERT INTO meta(key, value) VALUES('zzz', x'00'); PRAGMA user_version = 2;",
    "CREATE TABLE forgot_its_version(id INTEGER) STRICT;",
  ])
  func `a step that fails or takes something away leaves the old file as it was`(sql: String) throws {
    let before = try rows(temporary.path)
    temporary.database.close()
    #expect(throws: StorageError.self) { try opened(Migration.all + [Migration(version: 2, sql: sql)]) }
    #expect(try version(temporary.path) == .integer(1))
    #expect(try rows(temporary.path) == before)
    #expect(byteCount(of: kept) == nil)
    #expect(try FilePlace(temporary.path).unfinishedNames().isEmpty)
    #expect(
      try opened(Migration.all).read { session throws(StorageError) in
        try session.countItems(ItemSelection())
      } == 20)
  }

  @Test(arguments: UpgradeStep.allCases, Keeping.allCases)
  func `stopped at any step the file opens in either version, with every row`(
    step: UpgradeStep, keeping: Keeping
  ) throws {
    let before = try rows(temporary.path)
    temporary.database.close()
    let place = try FilePlace(temporary.path, migrations: Self.later)
    #expect(throws: StorageError.closed) {
      try place.upgrade(within: .zero, fileSystemType: FileSystemType.ofFolder, keeping: keeping) {
        reached throws(StorageError) in if reached == step { throw .closed }
      }
    }
    #expect(try rows(temporary.path) == before)
    let isReplaced = [.replaced, .logRemoved].contains(step)
    #expect(try version(temporary.path) == .integer(isReplaced ? 2 : 1))
    if !isReplaced { try opened(Migration.all).close() }
    try opened().close()
    #expect(try rows(temporary.path) == before)
    #expect(try version(temporary.path) == .integer(2))
  }

  /// - Parameter hasCopy: false where somebody who has the file open tidied up meanwhile.
  @Test(arguments: [true, false])
  func `an upgrade that was killed between its two names is gone on with`(hasCopy: Bool) throws {
    let before = try rows(temporary.path)
    temporary.database.close()
    // What a kill leaves behind at that moment: the copy, and the old file under both names.
    try #require(unsafe link(temporary.path, kept) == 0)
    if hasCopy { try write([1, 2, 3], to: temporary.path + ".new-1") }
    try Database.salvaging(temporary.path) { site throws(StorageError) in
      #expect(try site.isSound())
    }
    try #require(unsafe link(temporary.path, kept) == 0)
    let database = try opened()
    #expect(try version(temporary.path) == .integer(2))
    #expect(try rows(temporary.path) == before)
    #expect(try version(kept) == .integer(1))
    database.close()
  }

  @Test func `the new file has its log, and the old one's index is not taken for its own`() throws {
    let other = temporary.database
    let database = try opened()
    #expect(try SQLiteFile(opening: temporary.path).value("PRAGMA journal_mode") == .text("wal"))
    for _ in 0..<30 { try database.insert(secret: Sample.bytes(5_000)) }
    #expect(try opened().ids(ItemSelection()).count == 50)
    #expect(try other.ids(ItemSelection()).count == 20, "until it is told, a reader stays with what it has")
  }

  @Test func `where a file has one name only, the old one is copied`() throws {
    let before = try rows(temporary.path)
    temporary.database.close()
    let place = try FilePlace(temporary.path, migrations: Self.later)
    try place.upgrade(within: .zero, fileSystemType: FileSystemType.ofFolder, keeping: .byCopy)
    #expect(try version(temporary.path) == .integer(2))
    #expect(try rows(temporary.path) == before)
    #expect(try version(kept) == .integer(1))
    #expect(try rows(kept) == before)
    #expect(try place.unfinishedNames().isEmpty)
  }

  @Test func `a row of nearly the largest size is compared as well`() throws {
    // As text it would be larger than SQLite takes.
    try temporary.database.insert(secret: [UInt8](repeating: 7, count: 17 << 20))
    temporary.database.close()
    #expect(try opened().ids(ItemSelection()).count == 21)
  }

  @Test func `while another process writes, the upgrade waits for it`() throws {
    let other = try temporary.other()
    let isRefused = try other.write { _ throws(StorageError) in
      do throws(StorageError) {
        _ = try Database(opening: temporary.path, patience: .milliseconds(50), migrations: Self.later)
        return false
      } catch {
        return error == .busy
      }
    }
    #expect(isRefused)
    #expect(try version(temporary.path) == .integer(1))
  }

  @Test func `two that open at once upgrade once`() throws {
    temporary.database.close()
    let versions = SharedCounter()
    inThreads(4) { _ in
      do {
        let database = try Database(opening: temporary.path, migrations: Self.later)
        let count = try database.read { session throws(StorageError) in try session.countItems(ItemSelection()) }
        if count == 20 { versions.increment() }
        database.close()
      } catch {
        Issue.record(error)
      }
    }
    #expect(versions.value == 4)
    #expect(try version(kept) == .integer(1))
  }
}
