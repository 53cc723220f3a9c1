import Glibc
import KeychainSchema
import TestSupport
import Testing

@testable import KeychainStorage

/// What somebody made to keep a repair busy costs no more than the file is long.
@Suite("Pages that are scanned: nothing that they say decides how long it takes") struct PageScanTests {
  private static let pageSize = 4_096

  /// A file of leaf pages, every cell of which goes on over all of them in a ring.
  private static func ring(pageCount: Int) -> [UInt8] {
    var file: [UInt8] = []
    for number in 1...pageCount {
      var page = [UInt8](repeating: 0, count: pageSize)
      let start = number == 1 ? 100 : 0
      // Where the next page's number stands when the page is gone on to.
      let next = number % pageCount + 1
      for index in 0..<4 { page[index] = UInt8(truncatingIfNeeded: next >> (24 - 8 * index)) }
      page[start] = CellReader.tableLeaf
      let count = 1_000
      page[start + 3] = UInt8(count >> 8)
      page[start + 4] = UInt8(count & 0xFF)
      for cell in 0..<count where start + 9 + 2 * cell < 2_200 {
        page[start + 8 + 2 * cell] = UInt8(2_200 >> 8)
        page[start + 9 + 2 * cell] = UInt8(2_200 & 0xFF)
      }
      // A payload of 33,554,432 bytes, row 1; 1,061 of them here, then the page that it goes on to.
      page.replaceSubrange(2_200..<2_205, with: [0x90, 0x80, 0x80, 0x00, 0x01])
      for index in 0..<4_096 - 2_300 where page[2_300 + index] == 0 {
        page[2_300 + index] = index % 4 == 3 ? UInt8(next) : 0
      }
      file += page
    }
    return file
  }

  private func reading(_ file: [UInt8], log: [UInt8] = []) throws -> SalvageReading {
    let folder = try TemporaryFolder()
    let path = folder / "test.keychain-db"
    try write(file, to: path)
    if !log.isEmpty { try write(log, to: path + "-wal") }
    return try SalvageReading(of: path, fileLayer: nil)
  }

  @Test(.timeLimit(.minutes(10)))
  func `a frame of the log may be of any page, and only the pages that are there are looked at`() throws {
    let temporary = try TemporaryDatabase()
    try temporary.database.truncateLog()
    try temporary.database.insert(secret: Sample.bytes(100))
    var log = try #require(contents(of: temporary.path + "-wal"))
    let frames = (log.count - 32) / (Self.pageSize + 24)
    try #require(frames > 1)
    for byte in 0..<4 { log[32 + byte] = 0xFF }
    let reading = try reading([UInt8](repeating: 1, count: 3 * Self.pageSize), log: log)
    #expect(reading.gapCount == nil)
    // The number of the frame was changed, and with it only where its page belongs.
    #expect(reading.scannedItems.count == 1)
  }

  @Test func `a page of nothing but beginnings of key bags is no reason to copy it a thousand times`() throws {
    let page = Array(repeating: Array("KCBG".utf8), count: 1_024).flatMap { $0 }
    let reading = try reading(Array(repeating: page, count: 64).flatMap { $0 })
    #expect(!reading.scannedKeybags.isEmpty)
    #expect(reading.scannedKeybags.reduce(0) { $0 + $1.count } <= 4 << 20)
  }

  @Test(.timeLimit(.minutes(10)))
  func `rows that go on in a ring end with the pages that there are`() throws {
    let images = Self.ring(pageCount: 200)
    let start = ContinuousClock.now
    #expect(try reading(images).scannedItems.isEmpty)
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test func `a row has no more values than a table of ours has columns`() {
    var page = [UInt8](repeating: 0, count: Self.pageSize)
    page[0] = CellReader.tableLeaf
    page[4] = 1
    (page[8], page[9]) = (1, 0)
    // 1,002 bytes: a header of 1,002, that is its own length and 1,000 times NULL.
    page.replaceSubrange(256..<261, with: [0x87, 0x6A, 0x01, 0x87, 0x6A])
    let records = CellReader(page, 0, Self.pageSize).records { _ in nil }
    #expect(records.count == 1)
    #expect(records.allSatisfy { $0.values.count <= 18 })
  }

  @Test func `cells that lie over each other are taken as often as they have room`() {
    var page = [UInt8](repeating: 0, count: Self.pageSize)
    page[0] = CellReader.tableLeaf
    (page[3], page[4]) = (0x03, 0xE8)
    for cell in 0..<1_000 {
      (page[8 + 2 * cell], page[9 + 2 * cell]) = (0x08, 0x00)
    }
    // 1,002 bytes each, of which one value is a blob of 999.
    page.replaceSubrange(2_048..<2_054, with: [0x87, 0x6A, 0x01, 0x03, 0x8F, 0x5A])
    let records = CellReader(page, 0, Self.pageSize).records { _ in nil }
    #expect((1...4).contains(records.count))
  }
}
