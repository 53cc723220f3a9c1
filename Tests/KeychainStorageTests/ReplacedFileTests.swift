import Glibc
import KeychainSchema
import TestSupport
import Testing

@testable import KeychainStorage

@Suite("A file that is exchanged under us is noticed") struct ReplacedFileTests {
  /// Puts a fresh keychain, with another bag generation, in the place of the one that is open.
  private func exchange(_ temporary: TemporaryDatabase) throws {
    let fresh = temporary.folder / "fresh"
    try #require(
      try Database.create(fresh, databaseIdentifier: Sample.identifier(), keybag: Sample.keybag(generation: 5)))
    for suffix in ["-wal", "-shm"] { unsafe unlink(temporary.path + suffix) }
    try #require(unsafe rename(fresh, temporary.path) == 0)
  }

  private func generation(_ database: Database) throws -> UInt64 {
    try database.read { session throws(StorageError) in try session.keybagGeneration() }
  }

  @Test func `a writer goes over to the new file, and takes the readers along`() throws {
    let temporary = try TemporaryDatabase()
    let before = temporary.database.identity
    #expect(try generation(temporary.database) == 1)
    try exchange(temporary)
    let seen = try temporary.database.write { session throws(StorageError) in try session.keybagGeneration() }
    #expect(seen == 5)
    #expect(try generation(temporary.database) == 5)
    #expect(temporary.database.identity != before)
  }

  @Test func `a reader goes over once the second counter moved`() throws {
    let temporary = try TemporaryDatabase()
    let other = try temporary.other()
    #expect(try generation(other) == 1)
    let version = try other.dataVersion()
    // The pool has a connection to the old file at hand.
    #expect(try generation(other) == 1)
    try exchange(temporary)
    try temporary.database.lockFile.raiseFileEpoch()
    _ = try other.lockFile.lockEpoch()
    #expect(try generation(other) == 5)
    #expect(try other.dataVersion() != version)
  }

  @Test func `a reader goes over by itself where whoever put the file there was killed before saying so`() throws {
    let temporary = try TemporaryDatabase()
    let watching = try temporary.other()
    let version = try watching.dataVersion()
    let reading = try temporary.other()
    #expect(try generation(reading) == 1)
    try exchange(temporary)
    usleep(1_100_000)
    #expect(try generation(reading) == 5)
    #expect(try watching.dataVersion() != version)
  }

  @Test func `a file that is gone is said to be gone`() throws {
    let temporary = try TemporaryDatabase()
    unsafe unlink(temporary.path)
    #expect(throws: StorageError.missingFile(path: temporary.path)) { try temporary.database.insert() }
    #expect(byteCount(of: temporary.path) == nil)
  }

  @Test func `a file of somebody else in its place is refused`() throws {
    let temporary = try TemporaryDatabase()
    let foreign = temporary.folder / "foreign"
    try SQLiteFile(opening: foreign).execute("CREATE TABLE a(b)")
    unsafe chmod(foreign, 0o600)
    let bytes = contents(of: foreign)
    for suffix in ["-wal", "-shm"] { unsafe unlink(temporary.path + suffix) }
    try #require(unsafe rename(foreign, temporary.path) == 0)
    #expect(throws: StorageError.foreignDatabase(path: temporary.path)) { try temporary.database.insert() }
    #expect(contents(of: temporary.path) == bytes)
  }
}
