import CFaults
package import KeychainKit

/// A way in which a call of SQLite's on a file goes wrong.
package enum FaultKind: String, CaseIterable, Sendable {
  case read
  case shortRead
  case write
  case flush
  case truncate
  case full
  case lock
  case open
  case map
  case mapLock

  /// The kinds of calls that it befalls.
  package var calls: UInt32 {
    let calls =
      switch self {
      case .read, .shortRead: CFAULTS_READ
      case .write, .full: CFAULTS_WRITE
      case .flush: CFAULTS_SYNC
      case .truncate: CFAULTS_TRUNCATE
      case .lock: CFAULTS_LOCK | CFAULTS_MAP_LOCK
      case .open: CFAULTS_OPEN
      case .map: CFAULTS_MAP
      case .mapLock: CFAULTS_MAP_LOCK
      }
    return UInt32(calls)
  }

  /// What SQLite is told.
  var code: Int32 {
    switch self {
    case .read: cfaults_read_error
    case .shortRead: cfaults_short_read
    case .write: cfaults_write_error
    case .flush: cfaults_sync_error
    case .truncate: cfaults_truncate_error
    case .full: cfaults_full
    case .lock: cfaults_busy
    case .open: cfaults_open_error
    case .map: cfaults_map_error
    case .mapLock: cfaults_lock_error
    }
  }

  /// Whether an error is the truth about this fault.
  package func explains(_ error: KeychainError) -> Bool {
    switch (self, error) {
    case (.full, .diskFull), (.lock, .busy): true
    // Bytes that are not there look like damage, and whoever says so has not said that an item is absent.
    case (.shortRead, .damaged), (.shortRead, .notAKeychain): true
    case (.full, _), (.lock, _): false
    case (_, .inputOutput): true
    default: false
    }
  }
}

/// A fault of a run: once, or from then on until it is ended.
package struct Fault: Sendable {
  package var kind: FaultKind
  package var isForever: Bool

  package init(_ kind: FaultKind, isForever: Bool) {
    self.kind = kind
    self.isForever = isForever
  }

  package static let all = FaultKind.allCases.flatMap { kind in
    [false, true].map { Fault(kind, isForever: $0) }
  }

  package var name: String { "\(kind.rawValue)\(isForever ? " for ever" : " once")" }
}
