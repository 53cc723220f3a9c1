import Glibc
import KeychainSchema
import TestSupport
import Testing

@testable import KeychainStorage

@Suite("Faults: an error with its name, and what was there stays") struct FaultTests {
  @Test func `a disk that is full stops a write, loses nothing, and is forgiven`() async throws {
    let temporary = try TemporaryDatabase()
    try await #require(processExitsWith: .success) { [path = temporary.path as String] in
      let database = try Database(opening: path)
      try database.insert(secret: [1])
      // A limit on the size of files stands in for the disk; SQLite hears of a failed write either way.
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit()
      unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let unlimited = limit.rlim_cur
      limit.rlim_cur = 200_000
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      for _ in 0..<3 {
        do throws(StorageError) {
          try database.insert(secret: [UInt8](repeating: 2, count: 300_000))
          Issue.record("the write went through")
        } catch {
          guard error == .diskFull || "\(error)".hasPrefix("input or output failed") else { throw error }
        }
        #expect(try database.ids(ItemSelection()) == [1])
      }
      limit.rlim_cur = unlimited
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      #expect(try database.insert(secret: [UInt8](repeating: 2, count: 300_000)) == 2)
    }
    #expect(try temporary.database.ids(ItemSelection()) == [1, 2])
    #expect(try SQLiteFile(opening: temporary.path).value("PRAGMA integrity_check") == .text("ok"))
  }

  @Test(arguments: [100, 512, 4_096, 8_192, 20_480])
  func `a file that was cut short is damaged, not empty, and stays as it is`(count: Int) throws {
    let temporary = try TemporaryDatabase()
    for _ in 0..<50 { try temporary.database.insert(secret: Sample.bytes(1_000)) }
    temporary.database.close()
    let cut = Array(try #require(contents(of: temporary.path))[..<count])
    try write(cut, to: temporary.path)
    do throws(StorageError) {
      let database = try Database(opening: temporary.path)
      let ids = try database.ids(ItemSelection())
      Issue.record("read \(ids.count) rows")
    } catch {
      switch error {
      case .corrupt, .notADatabase: break
      default: Issue.record(error)
      }
    }
    #expect(contents(of: temporary.path) == cut)
  }

  @Test func `flipped bytes never crash, and where SQLite notices it says so`() throws {
    let temporary = try TemporaryDatabase()
    try temporary.database.write { session throws(StorageError) in
      for _ in 0..<20 { try session.insert(Sample.columns(), metadata: Sample.metadata(), secret: [1, 2, 3]) }
    }
    temporary.database.close()
    let good = try #require(contents(of: temporary.path))
    let copy = try TemporaryFolder()
    let path = copy / "flipped.keychain-db"
    let seed = UInt64.random(in: 0 ... .max)
    for step in 0..<400 {
      var bytes = good
      let place = Int((seed &+ UInt64(step) &* 0x9E37_79B9_7F4A_7C15) % UInt64(bytes.count))
      bytes[place] ^= 1 << UInt8(step % 8)
      try write(bytes, to: path)
      do throws(StorageError) {
        let database = try Database(opening: path)
        try database.read { session throws(StorageError) in
          try session.forEachItem(ItemSelection(wantsSecret: true)) { row throws(StorageError) in
            _ = row.rowBytes()
            return .next
          }
          _ = try session.keybag()
          _ = try session.accessGroups()
          _ = try session.changes()
        }
      } catch {
        switch error {
        case .corrupt, .notADatabase, .foreignDatabase, .newerVersion, .unexpected, .inputOutput: break
        default: Issue.record(error, "seed \(seed), step \(step)")
        }
      }
      for suffix in ["-wal", "-shm"] { unsafe unlink(path + suffix) }
    }
  }

  @Test func `a transaction inside a transaction stops the program rather than waiting for itself`() async throws {
    let temporary = try TemporaryDatabase()
    await #expect(processExitsWith: .failure) { [path = temporary.path as String] in
      let database = try Database(opening: path)
      try database.write { _ throws(StorageError) in try database.insert() }
    }
    let database = try Database(inMemory: Sample.identifier(), keybag: Sample.keybag())
    #expect(try database.read { session throws(StorageError) in try session.keybag().count } == 2)
  }

  @Test(arguments: [
    (Int32(13), StorageError.diskFull), (5, .busy), (517, .busy), (15, .busy), (26, .notADatabase(path: "")),
    (11, .corrupt(code: 11)),
    (779, .corrupt(code: 779)), (8, .readOnly(path: "")), (1032, .readOnly(path: "")), (7, .outOfMemory),
    (3082, .outOfMemory), (10, .inputOutput(code: 10)), (1034, .inputOutput(code: 1034)),
    (14, .inputOutput(code: 14)), (19, .constraint), (2067, .constraint), (3, .noPermission(path: "")),
    (21, .unexpected(code: 21)), (6, .unexpected(code: 6)),
  ])
  func `a result code has one meaning`(code: Int32, error: StorageError) {
    #expect(unsafe StorageError(code: code, database: nil) == error)
  }
}
