import CSQLite

/// The index of a database's log, as a connection has it mapped until it is closed.
@safe
struct LogIndex {
  fileprivate let words: UnsafePointer<UInt64>

  /// Nil where the connection has none. Its database must be in log mode, and its log have been read.
  init?(of connection: Connection) {
    guard let words = unsafe csqlite_log_index(connection.handle) else { return nil }
    unsafe self.words = words
  }
}

/// The state of a database in log mode: the header of the log's index, which every commit of whatever process changes
/// before anybody sees it.
///
/// SQLite itself asks nothing else to know whether what it has read is still the newest.
/// - Source: SQLite, "WAL-mode File Format", 2.1.
struct LogState {
  private let index: LogIndex
  private var words: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0)

  /// The state now; nil where nothing was written to the index yet.
  init?(_ index: LogIndex) {
    self.index = index
    unsafe withUnsafeMutableBytes(of: &words) { buffer in
      guard let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: UInt64.self) else { return }
      unsafe csqlite_copy_log_state(index.words, start)
    }
    guard words.0 != 0 else { return nil }
  }

  /// Whether nobody has committed since.
  var isNewest: Bool {
    unsafe withUnsafeBytes(of: words) { buffer in
      guard let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: UInt64.self) else { return false }
      return unsafe csqlite_has_log_state(index.words, start)
    }
  }
}
