import KeychainCrypto
import KeychainSchema
package import KeychainStorage

// The one place where errors of the rooms below become the error people see.

extension KeychainError: StorageFailure {
  /// What an error of the storage means to whoever called the keychain.
  package init(_ error: StorageError) {
    switch error {
    case .notADatabase(let path), .foreignDatabase(let path), .emptyFile(let path), .directory(let path),
      .notARegularFile(let path):
      self = .notAKeychain(path: path, reason: error.reason)
    case .symbolicLink(let path), .hardLink(let path), .wrongOwner(let path), .wrongMode(let path, _),
      .unsupportedFileSystem(let path, _), .missingFolder(let path), .noPermission(let path):
      self = .unusable(path: path, reason: error.reason)
    case .missingFile(let path): self = .noSuchKeychain(path: path)
    case .readOnly(let path): self = .readOnly("`\(path)` cannot be written")
    case .newerVersion: self = .newerVersion
    case .diskFull: self = .diskFull
    case .busy: self = .busy
    case .inputOutput(let code): self = .inputOutput(code: code)
    case .outOfMemory: self = .outOfMemory
    case .corrupt(let code): self = .damaged("SQLite reports code \(code)")
    case .identityTaken: self = .duplicateItem
    case .constraint: self = .internalInconsistency("a constraint of the schema was violated")
    case .forked: self = .usedAfterFork
    case .closed: self = .internalInconsistency("the keychain was closed")
    case .unexpected(let code): self = .internalInconsistency("SQLite answered with code \(code)")
    }
  }
}

extension StorageError {
  /// What is wrong with the file, as the end of a sentence that names it.
  fileprivate var reason: String {
    switch self {
    case .notADatabase: "it is no database"
    case .foreignDatabase: "it is a database of another program"
    case .emptyFile: "it is empty"
    case .directory: "it is a folder"
    case .notARegularFile: "it is no regular file"
    case .symbolicLink: "it is a symbolic link"
    case .hardLink: "it has more than one name"
    case .wrongOwner: "it belongs to another user"
    case .wrongMode(_, let mode): "its mode \(String(mode, radix: 8)) lets others in"
    case .unsupportedFileSystem(_, let name): "a file system of type \(name) keeps no reliable locks"
    case .missingFolder: "its folder does not exist"
    case .noPermission: "permission is denied"
    default: description
    }
  }
}

extension KeychainError {
  init(_ error: KeybagError) {
    switch error {
    case .damaged: self = .damaged("the key bag does not verify")
    case .newer: self = .newerVersion
    case .wrongPassphrase: self = .wrongPassphrase
    case .wrongSecret(let kind): self = .wrongUnlockSecret(kind)
    case .noSuchMethod(let kind): self = .noSuchUnlockMethod(kind)
    case .secretNeeded: self = .unlockSecretNeeded
    case .externalSecretTooShort: self = .externalSecretTooShort
    case .methodStays: self = .unlockMethodStays
    case .tooManySlots: self = .tooManyUnlockMethods
    case .deviceSecretMissing: self = .deviceSecretMissing(path: "")
    case .outOfMemory: self = .outOfMemory
    case .portableWithoutPassphrase: self = .portableWithoutPassphrase
    case .locked: self = .locked
    case .passphraseAlreadySet: self = .passphraseAlreadySet
    case .noPassphrase: self = .passphraseNotSet
    case .slotChanged: self = .keybagChanged
    case .tooManyKeys: self = .damaged("the key bag holds as many keys as it can")
    }
  }

  init(_ error: SealError) {
    switch error {
    case .locked: self = .locked
    case .noPasscode: self = .passphraseNotSet
    case .notAvailable: self = .notAvailableInPortableKeychain
    }
  }

  init(_ error: KeyringError) {
    switch error {
    case .locked: self = .locked
    }
  }

  init(_ error: DeviceSecretError) {
    self =
      switch error {
      case .notARegularFile(let path): .unusable(path: path, reason: "it is no regular file")
      case .wrongOwner(let path): .unusable(path: path, reason: "it belongs to another user")
      case .wrongMode(let path, let mode):
        .unusable(path: path, reason: "its mode \(String(mode, radix: 8)) lets others in")
      case .wrongLength(let path, _): .unusable(path: path, reason: "it has not the length of what should be in it")
      case .noPermission(let path): .unusable(path: path, reason: "permission is denied")
      case .diskFull: .diskFull
      case .inputOutput(_, let code): .inputOutput(code: code)
      }
  }

  init(_ error: KernelKeyringError) {
    switch error {
    case .refused(let code), .unexpected(let code): self = .agentUnavailable(code: code)
    }
  }
}

/// Runs a body of the storage's; its error becomes the one that people see.
func storage<Result>(_ body: () throws(StorageError) -> Result) throws(KeychainError) -> Result {
  do {
    return try body()
  } catch {
    throw KeychainError(error)
  }
}

/// The same for a body that works on key bags.
func keys<Result>(_ body: () throws(KeybagError) -> Result) throws(KeychainError) -> Result {
  do {
    return try body()
  } catch {
    throw KeychainError(error)
  }
}
