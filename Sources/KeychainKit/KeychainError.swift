public import KeychainPolicy
public import KeychainSchema

/// Why a call did not do what it was asked.
///
/// Every case has one status code; no message holds a secret, an attribute's value or a bound argument.
public enum KeychainError: Error, Sendable {
  // what the caller asked
  /// A key, a value or a combination that no call accepts.
  case parameter(_ problem: String)
  /// A number with a fraction, which no query dictionary can hold.
  case fractionalNumber
  /// A match key that items of this class have no answer for, or that asks who is trusted, which nothing here judges.
  case unimplemented(_ key: String)
  /// No items are of such a class.
  case noSuchClass
  /// The class has no attribute of this code.
  case noSuchAttribute(_ code: String)
  /// A rule forbids it; the decision says which and why.
  case denied(Decision)
  /// The keychain of the whole system, which needs an entitlement nobody holds here.
  case systemKeychainNotEntitled

  // what the keychain holds
  /// No item matches, or the one that does has no secret.
  case itemNotFound
  /// An item with this identity exists; nothing was changed.
  case duplicateItem
  /// `compareAndSwap`: the item is no longer what the caller saw.
  case itemChanged

  // locks and passphrases
  /// The key of the item's protection class is not in memory.
  case locked
  /// Somebody would have to be asked, and there is nobody to ask.
  case interactionNotAllowed
  /// The person who was asked declined.
  case userCanceled
  /// What the item asks for was given wrong, or cannot be given here.
  case authenticationFailed
  /// The authentication context was invalidated before.
  case contextInvalidated
  /// The passphrase opens nothing; everything is as before.
  case wrongPassphrase
  /// The recovery code or the external secret opens nothing; everything is as before.
  case wrongUnlockSecret(UnlockMethod.Kind)
  /// The keychain is not opened in this way: there is none of the kind, or none of the name.
  case noSuchUnlockMethod(UnlockMethod.Kind?)
  /// The ways to unlock are changed with one of their secrets, and none was given.
  case unlockSecretNeeded
  /// An external secret has at least 16 bytes.
  case externalSecretTooShort
  /// The way to unlock goes with the passphrase alone.
  case unlockMethodStays
  /// A keychain has at most 16 slots.
  case tooManyUnlockMethods
  /// The device secret is there, so that there is nothing to recover.
  case nothingToRecover
  /// Another process wrote the passphrase's slot anew while this one derived its key.
  case keybagChanged
  /// An item that needs a passphrase, in a keychain that has none.
  case passphraseNotSet
  /// There is a passphrase, which is changed and not set.
  case passphraseAlreadySet
  /// A keychain without a device secret lives by its passphrase: it is made with one and keeps one.
  case portableWithoutPassphrase
  /// A class bound to this device, in a keychain that is bound to none.
  case notAvailableInPortableKeychain
  /// The kernel keeps no key for other processes; the code is its error number.
  case agentUnavailable(code: Int32)

  // the file
  /// `HOME` is not set, and neither is the variable that could stand in for it.
  case noHome(variable: String)
  /// Nothing is at the path, and nothing was made.
  case noSuchKeychain(path: String)
  /// Something is at the path, and it was not touched.
  case keychainExists(path: String)
  /// The file is no keychain: the reason says what it is. It was not touched.
  case notAKeychain(path: String, reason: String)
  /// The file cannot be used as it lies there: the reason says why. It was not touched.
  case unusable(path: String, reason: String)
  /// The keychain may be read, and not written.
  case readOnly(_ reason: String)
  /// The file is an older one, or may be: it is only read until its owner accepts it.
  case rolledBack(KeychainCondition.Rollback)
  /// Keys or rows cannot be read; nothing was deleted.
  case damaged(_ reason: String)
  /// The file that holds this database's device secret is gone, or is another's.
  case deviceSecretMissing(path: String)
  /// A backup cannot be read; nothing was changed.
  case unreadableBackup(BackupFault)
  /// A newer version wrote this; it is left as it is.
  case newerVersion
  /// The keychain was busy for 30 seconds.
  case busy
  /// The disk is full; what was acknowledged before is there.
  case diskFull
  /// Reading or writing failed: SQLite's extended result code, or the system's error number.
  case inputOutput(code: Int32)
  /// There is not enough memory.
  case outOfMemory
  /// The process that opened the keychain has forked, and this is the child: it has no keys, and opens none before it
  /// runs another program.
  case usedAfterFork
  /// A state that should not exist.
  case internalInconsistency(_ what: String)
}

extension KeychainError {
  /// The code that SecItem functions answer with.
  public var status: Status {
    switch self {
    case .parameter: .parameter
    case .fractionalNumber, .unreadableBackup: .decode
    case .unimplemented: .unimplemented
    case .noSuchClass: .noSuchClass
    case .noSuchAttribute: .noSuchAttribute
    case .denied(let decision): decision.status
    case .systemKeychainNotEntitled: .missingEntitlement
    case .itemNotFound: .itemNotFound
    case .duplicateItem: .duplicateItem
    case .itemChanged: .badRequest
    case .locked, .interactionNotAllowed: .interactionNotAllowed
    case .userCanceled: .userCanceled
    case .authenticationFailed, .contextInvalidated, .wrongPassphrase, .wrongUnlockSecret, .unlockSecretNeeded,
      .passphraseNotSet:
      .authenticationFailed
    case .passphraseAlreadySet, .keybagChanged, .nothingToRecover: .badRequest
    case .noSuchUnlockMethod, .externalSecretTooShort, .unlockMethodStays, .tooManyUnlockMethods: .parameter
    case .notAvailableInPortableKeychain, .agentUnavailable: .notAvailable
    case .portableWithoutPassphrase: .parameter
    case .noHome: .noDefaultKeychain
    case .noSuchKeychain: .noSuchKeychain
    case .keychainExists: .duplicateKeychain
    case .notAKeychain: .invalidKeychain
    case .unusable, .damaged, .deviceSecretMissing, .busy, .diskFull, .usedAfterFork:
      .notAvailable
    case .readOnly, .rolledBack: .readOnly
    case .newerVersion: .upgradePending
    case .inputOutput: .inputOutput
    case .outOfMemory: .allocate
    case .internalInconsistency: .internal
    }
  }
}

extension KeychainError: CustomStringConvertible {
  /// A sentence for people: lower case, no full stop, and no secret in it.
  public var description: String {
    switch self {
    case .parameter(let problem): problem
    case .fractionalNumber: "a number with a fraction is no attribute's value"
    case .unimplemented(QueryKey.matchTrustedOnly.rawValue): "whether a certificate is trusted cannot be judged here"
    case .unimplemented(let key): "`\(key)` does not apply to items of this class"
    case .noSuchClass: "there is no such class of items"
    case .noSuchAttribute(let code): "items of this class have no attribute `\(code)`"
    case .denied(let decision): decision.description
    case .systemKeychainNotEntitled: "the system keychain needs an entitlement"
    case .itemNotFound: "no item matches"
    case .duplicateItem: "an item with this identity exists"
    case .itemChanged: "the item has changed since it was read"
    case .locked: "the keychain is locked"
    case .interactionNotAllowed: "the item asks for a person, and there is nobody to ask"
    case .userCanceled: "the person who was asked declined"
    case .authenticationFailed: "the authentication that the item asks for failed, or cannot be given here"
    case .contextInvalidated: "the authentication context was invalidated"
    case .wrongPassphrase: "the passphrase is wrong"
    case .wrongUnlockSecret(let kind): "the \(kind) is wrong"
    case .noSuchUnlockMethod(let kind?): "the keychain has no \(kind)"
    case .noSuchUnlockMethod(nil): "the keychain has no way to unlock of this name"
    case .unlockSecretNeeded: "this needs the passphrase, a recovery code or an external secret of the keychain"
    case .externalSecretTooShort: "an external secret has at least \(UnlockSecret.externalSecretMinimum) bytes"
    case .unlockMethodStays: "the passphrase and the device secret are changed or removed by way of the passphrase"
    case .tooManyUnlockMethods: "the keychain has as many ways to unlock as it can"
    case .nothingToRecover: "the device secret of this keychain is there, and it has no passphrase that could be lost"
    case .keybagChanged: "another process changed the passphrase meanwhile"
    case .passphraseNotSet: "the keychain has no passphrase"
    case .passphraseAlreadySet: "the keychain already has a passphrase"
    case .portableWithoutPassphrase: "a portable keychain needs a passphrase"
    case .notAvailableInPortableKeychain: "a portable keychain keeps no items that are bound to a device"
    case .agentUnavailable(let code):
      "the kernel keyring cannot be used (error \(code)); give the passphrase by `--password-fd` or a credential file"
    case .noHome(let variable): "neither `HOME` nor `\(variable)` is set"
    case .noSuchKeychain(let path): "there is no keychain at `\(path)`"
    case .keychainExists(let path): "there is already a file at `\(path)`"
    case .notAKeychain(let path, let reason): "`\(path)` is no keychain: \(reason)"
    case .unusable(let path, let reason): "`\(path)` cannot be used: \(reason)"
    case .readOnly(let reason): "the keychain cannot be written: \(reason)"
    case .rolledBack(let rollback): "the keychain is only read until it is accepted: \(rollback)"
    case .damaged(let reason): "the keychain is damaged: \(reason)"
    case .deviceSecretMissing(let path): "the device secret of this keychain is not at `\(path)`"
    case .unreadableBackup(let fault): "the backup cannot be read: \(fault)"
    case .newerVersion: "a newer version wrote this"
    case .busy: "the keychain was busy for 30 seconds"
    case .diskFull: "the disk is full"
    case .inputOutput(let code): "reading or writing failed with code \(code)"
    case .outOfMemory: "there is not enough memory"
    case .usedAfterFork: "the keychain was opened by the process that this one was forked from"
    case .internalInconsistency(let what): "an inconsistent state: \(what)"
    }
  }
}
