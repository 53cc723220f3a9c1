/// Why a backup could not be read or made. No two causes share a case.
package enum BackupError: Error, Equatable {
  /// It does not begin as a backup does.
  case notABackup
  /// A newer version of this library wrote it.
  case newer
  /// It ends too early.
  case truncated
  /// The bytes are not what was written.
  case damaged
  case wrongPassphrase
  /// Argon2id would take more than a stranger's file may ask for.
  case tooCostly
  /// Argon2id did not get its memory.
  case outOfMemory
  /// The file could not be read; the code is an errno.
  case unreadable(code: Int32)
}

extension BackupError {
  /// The same of a part that key bags have too.
  init(_ error: KeybagError) {
    switch error {
    case .newer: self = .newer
    case .wrongPassphrase: self = .wrongPassphrase
    case .outOfMemory: self = .outOfMemory
    // A backup has one slot, that of its passphrase: whatever else is said of it, it is not what was written.
    default: self = .damaged
    }
  }
}
