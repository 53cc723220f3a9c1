import CSQLite
import Glibc

/// The pages of a database as they lie in its file and its log, for the day when SQLite makes nothing of them.
///
/// Of a page that stands in the log the newest committed image counts, as it does to SQLite. Checksums of the log are
/// not looked at: whoever reads rows from a page opens them, and what was changed does not open.
final class PageImages {
  let pageSize: Int
  /// How much of a page holds content.
  let usableSize: Int
  /// How many pages the file has; what else there is stands in the log.
  private let filePageCount: Int

  private let file: Connection?
  private let fileByteCount: Int
  private let log: LogImage?

  /// - Parameters:
  ///   - file: has the database's file open; nil where there is none.
  ///   - logPath: where the log lies, if there is one.
  init(_ file: Connection?, logPath: String) {
    self.file = file
    log = LogImage(path: logPath)
    let header = file?.fileBytes(at: 0, count: 100) ?? []
    let written = header.count == 100 ? Int(header[16]) << 8 | Int(header[17]) : 0
    let size = written == 1 ? 65_536 : written
    let isPlausible = size >= 512 && size & (size - 1) == 0
    pageSize = isPlausible ? size : log?.pageSize ?? 4_096
    usableSize = pageSize - (isPlausible && header[20] < 32 ? Int(header[20]) : 0)
    fileByteCount = file?.fileByteCount ?? 0
    filePageCount = fileByteCount / pageSize
  }

  /// How many pages are there.
  ///
  /// Never by what a page or a frame says of itself: nobody has vouched for the number.
  var pageCount: Int { filePageCount + (usableLog?.pageNumbers.count { $0 > filePageCount } ?? 0) }

  /// Calls `body` with each page that is there, the smallest number first.
  func forEachPage(_ body: (_ page: [UInt8], _ number: Int) -> Void) {
    for number in 1..<filePageCount + 1 {
      if let page = page(number) { body(page, number) }
    }
    for number in (usableLog?.pageNumbers.filter { $0 > filePageCount } ?? []).sorted() {
      if let page = page(number) { body(page, number) }
    }
  }

  private var usableLog: LogImage? { log?.pageSize == pageSize ? log : nil }

  /// The bytes of a page, from 1 on; nil where it is not there whole.
  func page(_ number: Int) -> [UInt8]? {
    guard number > 0 else { return nil }
    if let bytes = usableLog?.page(number) { return bytes }
    guard number <= filePageCount else { return nil }
    let bytes = file?.fileBytes(at: (number - 1) * pageSize, count: pageSize, ofFileWith: fileByteCount) ?? []
    return bytes.count == pageSize ? bytes : nil
  }
}

/// A log's newest committed images.
private final class LogImage {
  let pageSize: Int
  private let descriptor: Int32
  /// Where the newest image of a page begins.
  private let offsets: [Int: Int]

  private static let headerByteCount = 32
  private static let frameHeaderByteCount = 24

  /// Nil where there is no log that has anything.
  init?(path: String) {
    // SQLite keeps no lock on a log, so that a descriptor of our own drops none.
    let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let header = Self.bytes(descriptor, at: 0, count: Self.headerByteCount)
    let size = header.count == Self.headerByteCount ? Int(Self.big32(header, 8)) : 0
    guard size >= 512, size <= 65_536, size & (size - 1) == 0, Self.big32(header, 0) & ~1 == 0x377F_0682 else {
      close(descriptor)
      return nil
    }
    let salts = Array(header[16..<24])
    var committed: [Int: Int] = [:]
    var open: [Int: Int] = [:]
    var offset = Self.headerByteCount
    while true {
      let frame = Self.bytes(descriptor, at: offset, count: Self.frameHeaderByteCount)
      guard frame.count == Self.frameHeaderByteCount, Array(frame[8..<16]) == salts else { break }
      open[Int(Self.big32(frame, 0))] = offset + Self.frameHeaderByteCount
      // A frame that says how large the database is ends a transaction.
      if Self.big32(frame, 4) != 0 {
        committed.merge(open) { $1 }
        open = [:]
      }
      offset += Self.frameHeaderByteCount + size
    }
    self.descriptor = descriptor
    pageSize = size
    offsets = committed
  }

  deinit {
    close(descriptor)
  }

  var pageNumbers: some Collection<Int> { offsets.keys }

  func page(_ number: Int) -> [UInt8]? {
    guard let offset = offsets[number] else { return nil }
    let bytes = Self.bytes(descriptor, at: offset, count: pageSize)
    return bytes.count == pageSize ? bytes : nil
  }

  private static func bytes(_ descriptor: Int32, at offset: Int, count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
      read = max(0, unsafe pread(descriptor, buffer.baseAddress, count, off_t(offset)))
    }
  }

  private static func big32(_ bytes: [UInt8], _ start: Int) -> UInt32 {
    bytes[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}

extension Connection {
  /// Bytes of the file, past SQLite's cache and its log; fewer where the file ends, none where it cannot be read.
  ///
  /// - Parameter size: what the file has; nil: what SQLite says, to which a file of one byte has none.
  func fileBytes(at offset: Int, count: Int, ofFileWith size: Int? = nil) -> [UInt8] {
    let available = min(count, max(0, (size ?? fileByteCount) - offset))
    guard available > 0 else { return [] }
    return unsafe [UInt8](unsafeUninitializedCapacity: available) { buffer, read in
      let code = unsafe csqlite_read_file(handle, buffer.baseAddress, Int32(available), Int64(offset))
      read = code == SQLITE_OK ? available : 0
    }
  }

  var fileByteCount: Int {
    var size: Int64 = 0
    return unsafe csqlite_file_size(handle, &size) == SQLITE_OK ? Int(size) : 0
  }
}
