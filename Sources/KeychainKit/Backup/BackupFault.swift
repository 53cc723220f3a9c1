import KeychainCrypto

/// What is wrong with a backup that cannot be read. Nothing was changed.
public enum BackupFault: Sendable, Equatable, CaseIterable {
  /// It does not begin as a backup does.
  case notABackup
  /// It ends before its manifest does.
  case truncated
  /// Its bytes are not those that were written.
  case damaged
  /// Its passphrase would cost more memory or time than a file from somewhere may ask for.
  case tooCostly
}

extension BackupFault: CustomStringConvertible {
  /// The end of a sentence that begins with the backup.
  public var description: String {
    switch self {
    case .notABackup: "it is no backup of a keychain"
    case .truncated: "it ends too early"
    case .damaged: "its bytes are not those that were written"
    case .tooCostly: "its passphrase would take more than a gigabyte of memory, or too long"
    }
  }
}

extension KeychainError {
  init(_ error: BackupError) {
    switch error {
    case .notABackup: self = .unreadableBackup(.notABackup)
    case .truncated: self = .unreadableBackup(.truncated)
    case .damaged: self = .unreadableBackup(.damaged)
    case .tooCostly: self = .unreadableBackup(.tooCostly)
    case .newer: self = .newerVersion
    case .wrongPassphrase: self = .wrongPassphrase
    case .outOfMemory: self = .outOfMemory
    case .unreadable(let code): self = .inputOutput(code: code)
    }
  }
}
