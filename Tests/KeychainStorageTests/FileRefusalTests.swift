import Glibc
import KeychainSchema
import KeychainStorage
import TestSupport
import Testing

/// A file that must be refused: how it comes about from a good keychain at the path, and why.
struct Refusal: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Only the super-user can bring it about.
  var needsRoot = false
  /// It has our application id, so what is inside is read, for which SQLite makes a log and its index.
  var isReadInside = false
  let prepare: @Sendable (_ path: String) throws -> Void
  let reason: @Sendable (_ path: String) -> StorageError
}

@Suite("Opening: what is no keychain of ours is refused and left alone") struct FileRefusalTests {
  // swift-format-ignore
  static let refusals: [Refusal] = [
    Refusal(testDescription: "nothing there", prepare: { unsafe unlink($0) }, reason: { .missingFile(path: $0) }),
    Refusal(testDescription: "an empty file", prepare: { try write([], to: $0) }, reason: { .emptyFile(path: $0) }),
    Refusal(testDescription: "three bytes", prepare: { try write([1, 2, 3], to: $0) }, reason: { .notADatabase(path: $0) }),
    Refusal(testDescription: "zeros", prepare: { try write([UInt8](repeating: 0, count: 8_192), to: $0) }, reason: { .notADatabase(path: $0) }),
    Refusal(testDescription: "noise", prepare: { try write(Sample.bytes(20_000), to: $0) }, reason: { .notADatabase(path: $0) }),
    Refusal(testDescription: "a header cut short", prepare: { try write(Array((contents(of: $0) ?? [])[..<80]), to: $0) }, reason: { .notADatabase(path: $0) }),
    Refusal(testDescription: "another program's database", prepare: { try replace($0, "CREATE TABLE a(b); INSERT INTO a VALUES(1)") }, reason: { .foreignDatabase(path: $0) }),
    Refusal(testDescription: "another program's database with a log", prepare: { try replace($0, "PRAGMA journal_mode = WAL; CREATE TABLE a(b)") }, reason: { .foreignDatabase(path: $0) }),
    Refusal(testDescription: "another application id", prepare: { try change($0, "PRAGMA application_id = 1") }, reason: { .foreignDatabase(path: $0) }),
    Refusal(testDescription: "a schema of a format that SQLite does not know", isReadInside: true, prepare: { try write((contents(of: $0) ?? []).enumerated().map { $0.offset == 47 ? 36 : $0.element }, to: $0) }, reason: { _ in .corrupt(code: 1) }),
    Refusal(testDescription: "a newer version", isReadInside: true, prepare: { try change($0, "PRAGMA user_version = 2") }, reason: { .newerVersion(path: $0, version: 2) }),
    Refusal(testDescription: "a version that never was", isReadInside: true, prepare: { try change($0, "PRAGMA user_version = 0") }, reason: { .foreignDatabase(path: $0) }),
    Refusal(testDescription: "one table more", isReadInside: true, prepare: { try change($0, "CREATE TABLE more(a)") }, reason: { .foreignDatabase(path: $0) }),
    Refusal(testDescription: "a view", isReadInside: true, prepare: { try change($0, "CREATE VIEW v AS SELECT 1") }, reason: { .foreignDatabase(path: $0) }),
    Refusal(testDescription: "a trigger", isReadInside: true, prepare: { try change($0, "CREATE TRIGGER t AFTER INSERT ON item BEGIN DELETE FROM item; END") }, reason: { .foreignDatabase(path: $0) }),
    Refusal(testDescription: "an index less", isReadInside: true, prepare: { try change($0, "DROP INDEX item_term3") }, reason: { .foreignDatabase(path: $0) }),
    Refusal(testDescription: "a folder", prepare: { unsafe unlink($0); unsafe mkdir($0, 0o700) }, reason: { .directory(path: $0) }),
    Refusal(testDescription: "a symbolic link to a keychain", prepare: { unsafe rename($0, $0 + ".real"); unsafe symlink($0 + ".real", $0) }, reason: { .symbolicLink(path: $0) }),
    Refusal(testDescription: "a symbolic link to nothing", prepare: { unsafe unlink($0); unsafe symlink($0 + ".gone", $0) }, reason: { .symbolicLink(path: $0) }),
    Refusal(testDescription: "a second name", prepare: { unsafe link($0, $0 + ".second") }, reason: { .hardLink(path: $0) }),
    Refusal(testDescription: "a pipe", prepare: { unsafe unlink($0); unsafe mkfifo($0, 0o600) }, reason: { .notARegularFile(path: $0) }),
    Refusal(testDescription: "another user's file", needsRoot: true, prepare: { unsafe chown($0, 65_534, 65_534) }, reason: { .wrongOwner(path: $0) }),
    Refusal(testDescription: "mode 0640", prepare: { unsafe chmod($0, 0o640) }, reason: { .wrongMode(path: $0, mode: 0o640) }),
    Refusal(testDescription: "mode 0620", prepare: { unsafe chmod($0, 0o620) }, reason: { .wrongMode(path: $0, mode: 0o620) }),
    Refusal(testDescription: "mode 0604", prepare: { unsafe chmod($0, 0o604) }, reason: { .wrongMode(path: $0, mode: 0o604) }),
    Refusal(testDescription: "mode 0000", prepare: { unsafe chmod($0, 0) }, reason: { .noPermission(path: $0) }),
    Refusal(testDescription: "mode 0200", prepare: { unsafe chmod($0, 0o200) }, reason: { .noPermission(path: $0) }),
    Refusal(testDescription: "mode 0400", prepare: { unsafe chmod($0, 0o400) }, reason: { .readOnly(path: $0) }),
    Refusal(testDescription: "a log that is a link", prepare: { unsafe symlink("/dev/null", $0 + "-wal") }, reason: { .symbolicLink(path: $0 + "-wal") }),
    Refusal(testDescription: "an index of the log that is a folder", prepare: { unsafe mkdir($0 + "-shm", 0o700) }, reason: { .notARegularFile(path: $0 + "-shm") }),
    Refusal(testDescription: "a log of another user", needsRoot: true, prepare: { try write([], to: $0 + "-wal"); unsafe chown($0 + "-wal", 65_534, 65_534) }, reason: { .wrongOwner(path: $0 + "-wal") }),
    Refusal(testDescription: "a log for everyone", prepare: { try write([], to: $0 + "-wal", mode: 0o640) }, reason: { .wrongMode(path: $0 + "-wal", mode: 0o640) }),
    Refusal(testDescription: "a lock file that is a link", prepare: { unsafe unlink($0 + ".lock"); unsafe symlink("/dev/null", $0 + ".lock") }, reason: { .symbolicLink(path: $0 + ".lock") }),
    Refusal(testDescription: "a lock file for everyone", prepare: { unsafe chmod($0 + ".lock", 0o644) }, reason: { .wrongMode(path: $0 + ".lock", mode: 0o644) }),
  ]

  @Test(arguments: refusals)
  func `each is refused with its reason, not a byte changed, no file added`(refusal: Refusal) throws {
    guard !refusal.needsRoot || geteuid() == 0 else { return }
    let folder = try TemporaryFolder()
    let path = folder / "test.keychain-db"
    try #require(try Database.create(path, databaseIdentifier: Sample.identifier(), keybag: Sample.keybag()))
    try refusal.prepare(path)
    let names = folder.names
    let bytes = names.map { contents(of: folder / $0) }
    let reason = refusal.reason(path)
    #expect(throws: reason) { try Database(opening: path) }
    // Another keychain is never made in its place; where nothing is there is nothing to protect.
    if reason != .missingFile(path: path) {
      do {
        #expect(try !Database.create(path, databaseIdentifier: Sample.identifier(), keybag: Sample.keybag()))
      } catch {
        #expect(error == reason)
      }
    }
    for (name, bytes) in zip(names, bytes) where !name.hasSuffix("-shm") {
      #expect(contents(of: folder / name) == bytes, "\(name)")
    }
    let logs = refusal.isReadInside ? ["test.keychain-db-shm", "test.keychain-db-wal"] : []
    #expect(folder.names.filter { !logs.contains($0) } == names.filter { !logs.contains($0) })
  }

  @Test func `the file systems of networks are refused, for opening and for making`() throws {
    let temporary = try TemporaryDatabase()
    let refused: [(UInt32, String)] = [
      (0x6969, "NFS"), (0xFF53_4D42, "CIFS"), (0xFE53_4D42, "SMB2"), (0x517B, "SMB"), (0x6573_5546, "FUSE"),
    ]
    for (magic, name) in refused {
      let probe: FileSystemProbe = { folder in
        #expect(folder == temporary.folder.path)
        return magic
      }
      for path in [temporary.path, temporary.folder / "other"] {
        let reason = StorageError.unsupportedFileSystem(path: path, name: name)
        #expect(throws: reason) { try Database.inspect(path, fileSystemType: probe) }
        #expect(throws: reason) {
          try Database.create(
            path, databaseIdentifier: Sample.identifier(), keybag: Sample.keybag(), fileSystemType: probe)
        }
      }
      #expect(throws: StorageError.unsupportedFileSystem(path: temporary.path, name: name)) {
        try Database(opening: temporary.path, fileSystemType: probe)
      }
    }
    // ext4
    #expect(try Database.inspect(temporary.path, fileSystemType: { _ in 0xEF53 }) == temporary.database.identity)
    #expect(temporary.folder.names.filter { $0.hasPrefix("other") } == [])
  }

  @Test(arguments: ["", ".", "..", "/", "/tmp/", "/tmp/.."])
  func `a path that can only name a folder is refused`(path: String) {
    #expect(throws: StorageError.directory(path: path)) { try Database.inspect(path) }
    #expect(throws: StorageError.directory(path: path)) { try Database(opening: path) }
  }

  @Test func `a folder that is missing, a file, or behind a file is named as such`() throws {
    let folder = try TemporaryFolder()
    try write([1], to: folder / "file")
    for path in [folder / "missing/db", folder / "file/db", folder / "nul\0byte"] {
      #expect(throws: StorageError.missingFolder(path: path)) { try Database.inspect(path) }
      #expect(throws: StorageError.missingFolder(path: path)) { try Database(opening: path) }
      #expect(throws: StorageError.missingFolder(path: path)) {
        try Database.create(path, databaseIdentifier: Sample.identifier(), keybag: Sample.keybag())
      }
    }
    #expect(folder.names == ["file"])
  }

  @Test func `a link in the folder's path is followed, and the name is kept for errors`() throws {
    let temporary = try TemporaryDatabase()
    let linked = try TemporaryFolder()
    unsafe symlink(temporary.folder.path, linked / "link")
    let path = linked / "link/test.keychain-db"
    let database = try Database(opening: path)
    #expect(database.path == path)
    #expect(database.identity == temporary.database.identity)
    try database.insert()
    #expect(try temporary.database.ids(ItemSelection()) == [1])
  }

  @Test func `a folder without permission is told apart from one that cannot be written`() async throws {
    let folder = try TemporaryFolder()
    try await #require(processExitsWith: .success) { [folder = folder.path as String] in
      let path = folder + "/test.keychain-db"
      try #require(try Database.create(path, databaseIdentifier: Sample.identifier(), keybag: Sample.keybag()))
      if geteuid() == 0 {
        // The super-user may do anything, so the child becomes somebody else.
        for name in ["", "/test.keychain-db", "/test.keychain-db.lock"] {
          try #require(unsafe chown(folder + name, 65_534, 65_534) == 0)
        }
        try #require(seteuid(65_534) == 0)
      }
      for path in [path, folder + "/other"] {
        unsafe chmod(folder, 0o500)
        #expect(throws: StorageError.readOnly(path: path)) { try Database.inspect(path) }
        unsafe chmod(folder, 0o600)
        #expect(throws: StorageError.noPermission(path: path)) { try Database.inspect(path) }
        unsafe chmod(folder, 0o700)
      }
      #expect(try Database.inspect(path) != nil)
    }
  }

  /// Puts another database in the keychain's place.
  private static func replace(_ path: String, _ sql: String) throws {
    unsafe unlink(path)
    try SQLiteFile(opening: path).execute(sql)
    unsafe chmod(path, 0o600)
    for suffix in ["-wal", "-shm"] { unsafe unlink(path + suffix) }
  }

  /// Changes the keychain behind the engine's back; the change ends in the file itself.
  private static func change(_ path: String, _ sql: String) throws {
    let file = try SQLiteFile(opening: path)
    try file.execute(sql)
    try file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
