import CSQLite

/// What is left of a database, as far as it can be read.
package struct SalvageReading: Sendable {
  /// The copies of the key bag that its table has.
  package private(set) var keybags: [[UInt8]] = []
  /// Values of `meta` by their keys.
  package private(set) var meta: [String: [UInt8]] = [:]
  /// Tags and sealed names.
  package private(set) var groups: [(tag: Int64, name: [UInt8])] = []
  package private(set) var quarantined: [QuarantinedRow] = []
  package private(set) var changes: [Change] = []
  /// The rows that SQLite reads.
  package private(set) var items: [ItemRowCopy] = []
  /// How many stretches of rows it cannot read; nil where it reads no table at all.
  package private(set) var gapCount: Int?
  /// What is found page by page; nothing where SQLite reads everything.
  package private(set) var scannedItems: [ItemRowCopy] = []
  package private(set) var scannedKeybags: [[UInt8]] = []

  /// Whether SQLite reads every row.
  package var isWhole: Bool { gapCount == 0 }

  /// Nothing.
  init() {}
}

extension SalvageReading {
  /// Reads what stands at a path, log included; nothing where nothing does.
  ///
  /// Under the lock, or of a file that nobody writes.
  init(of path: String, fileLayer: String?) throws(StorageError) {
    guard let status = try FileStatus(ofPath: path), status.isRegularFile else { return }
    let connection = try Connection(path, flags: SQLITE_OPEN_READONLY, fileLayer: fileLayer)
    do throws(StorageError) {
      // SQLite takes the log of an empty file away, with whatever is in it.
      guard connection.fileByteCount > 0 else { throw .corrupt(code: SQLITE_CORRUPT) }
      try connection.configure()
      try readTables(ReadSession(connection: connection))
    } catch {
      // What SQLite cannot open, or not even prepare a statement for, is left to the pages.
      guard error.isDamage else { throw error }
    }
    guard !isWhole || keybags.isEmpty else { return }
    let scan = PageScan(PageImages(connection, logPath: path + "-wal"))
    scannedItems = scan.items
    scannedKeybags = scan.keybags
  }

  private mutating func readTables(_ session: borrowing ReadSession) throws(StorageError) {
    try take { () throws(StorageError) in keybags = try session.keybag() }
    for key in [Database.identifierKey, "settings", "state"] {
      try take { () throws(StorageError) in meta[key] = try session.meta(key) }
    }
    try take { () throws(StorageError) in groups = try session.accessGroups() }
    try take { () throws(StorageError) in quarantined = try session.quarantined() }
    try take { () throws(StorageError) in changes = try session.changes() }
    var walk = ReadableWalk()
    while !walk.isFinished {
      try session.lendReadableItems(&walk, limit: .max) { row throws(StorageError) in items.append(ItemRowCopy(row)) }
    }
    gapCount = walk.gapCount
  }

  /// What one table cannot give, another may.
  private func take(_ body: () throws(StorageError) -> Void) throws(StorageError) {
    do throws(StorageError) {
      try body()
    } catch {
      guard error.isDamage else { throw error }
    }
  }
}

extension ItemRowCopy {
  /// Copies the row that SQLite stands on.
  package init(_ row: borrowing ItemRow) {
    let metadata = row.withMetadata { unsafe $0.withUnsafeBytes { unsafe [UInt8]($0) } }
    var secret: [UInt8]?
    row.lendSecret { bytes in secret = unsafe bytes.withUnsafeBytes { unsafe [UInt8]($0) } }
    self.init(columns: row.columns, metadata: metadata, secret: secret)
  }
}
