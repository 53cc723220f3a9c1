import Glibc
import KeychainKit
import KeychainStorage
import TestSupport

extension FuzzTarget {
  /// Pages of a file that is no database any more, and of its log, as a repair takes them apart.
  ///
  /// The first byte says how large a page is, the next how many pages of 32 the file has; the others are the log's.
  static let pages = FuzzTarget(
    name: "pages",
    seeds: {
      let file = try PageFuzz.database()
      let (half, all) = (UInt8(file.count / 512 / 2), UInt8(clamping: file.count / 512))
      return [[0, all] + file, [0, half] + file, [0, 0] + file, [1, 31] + file, [2, 31] + file]
    },
    make: {
      let fuzz = try PageFuzz()
      return { bytes in
        var source = ByteSource(bytes)
        let pageSize = 512 << Int(source.byte() % 4)
        let fileByteCount = Int(source.byte() % 32) * pageSize
        fuzz.read(pageSize, file: source.take(fileByteCount), log: source.take(.max))
      }
    })
}

private struct PageFuzz {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder(inMemory: true)
    path = TemporaryKeychain.path(in: folder)
  }

  /// Pages of a small database with rows of the width of an item's, one of which goes on over several, and what begins
  /// like a key bag.
  static func database() throws -> [UInt8] {
    let folder = try TemporaryFolder(inMemory: true)
    let path = "\(folder.path)/seed"
    do {
      let file = try SQLiteFile(opening: path)
      let names = (0..<17).map { $0 == 0 ? "id INTEGER PRIMARY KEY" : "c\($0)" }
      let sql = "PRAGMA page_size = 512; CREATE TABLE item(\(names.joined(separator: ", ")));"
      try file.execute(sql + "CREATE TABLE keybag(copy INTEGER PRIMARY KEY, bag BLOB)")
      for (number, byteCount) in [(1, 20), (2, 900)] {
        let row = "NULL, zeroblob(16), randomblob(16), 1, \(number), 6, 0, 0, 1, 1, 1, NULL, 2, NULL, 3"
        try file.execute("INSERT INTO item VALUES(\(row), randomblob(\(byteCount)), randomblob(9))")
      }
      try file.execute("INSERT INTO keybag VALUES(0, CAST('KCBG' || hex(randomblob(100)) AS BLOB))")
    }
    return try Array(folder.bytes(of: "seed").dropFirst(512))
  }

  func read(_ pageSize: Int, file: [UInt8], log: [UInt8]) {
    func big16(_ number: Int) -> [UInt8] {
      [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
    }
    // A page that holds what makes SQLite take it for a database and nothing else, so that the others are looked at.
    var first = Array("SQLite format 3\u{0}".utf8) + big16(pageSize) + [2, 2, 0, 64, 32, 32]
    first += [UInt8](repeating: 0, count: pageSize - first.count)
    let header: [UInt8] = [0x37, 0x7F, 0x06, 0x82, 0, 0x2D, 0xE2, 0x18, 0, 0] + big16(pageSize)
    do {
      try folder.write(first + file, to: "test.keychain-db")
      try folder.write(header + [UInt8](repeating: 0, count: 20) + log, to: "test.keychain-db-wal")
      try Database.salvaging(path, isTrial: true) { site throws(StorageError) in
        let reading = try site.readDatabase()
        FuzzTarget.require(reading.scannedItems.count <= file.count + log.count, "more rows than bytes")
      }
    } catch {}
    for name in ["", "-wal", "-shm", ".lock"] { _ = unsafe unlink(path + name) }
  }
}
