import KeychainCrypto
import KeychainSchema
import KeychainStorage

extension Store {
  /// Begins a new generation of the keys of item classes; what is written from now on is under it.
  ///
  /// - Returns: false where none of the classes has a key.
  @discardableResult
  func beginRotation(of classes: Set<ProtectionClass>) throws(KeychainError) -> Bool {
    try requireUnlocked()
    try refuseRowsThatStay()
    let change = try write { session throws(KeychainError) -> KeybagChange? in
      let image = try keybag(in: session)
      let change = try keys { () throws(KeybagError) in try keyring.rotating(classes, in: image) }
      if let change { try storage { () throws(StorageError) in try session.setKeybag(change.image.bytes) } }
      return change
    }
    guard let change else { return false }
    adopt(change)
    return true
  }

  /// Makes what was deleted unreadable: nothing that was sealed until now opens under the bag as it is afterwards, and
  /// what is left in this keychain's files is sealed anew.
  ///
  /// - Returns: whether it is all done; something may be in the way.
  func shred(_ report: ProgressReport?) throws(KeychainError) -> Bool {
    try beginRotation(of: Set(ProtectionClass.allCases))
    return try finishKeyRotation(report)
  }

  /// A class whose body is closed would be left out, and nobody would know.
  func requireUnlocked() throws(KeychainError) {
    try noticeLock()
    guard keyring.state.isOpen else { throw .locked }
  }

  /// What of a rotation is left to do.
  func keyRotation() throws(KeychainError) -> KeyRotation {
    try requireUnlocked()
    try database.read { session throws(KeychainError) in _ = try refreshKeys(in: session) }
    if !keyring.retiredKeys.isEmpty { return .resealing(rowsLeft: try rowsUnderRetiredKeys()) }
    return try fileCleaning() == nil ? .finished : .cleaning
  }
}

/// How far a rotation of keys has come.
public enum KeyRotation: Sendable, Equatable {
  /// Nothing is under an old key.
  case finished
  /// Items are still under old keys, which stay until none is; it goes on while the keychain is unlocked.
  case resealing(rowsLeft: Int)
  /// The old keys are gone, or a way to unlock is. The files hold what was sealed under them until they are rebuilt,
  /// copies from before until nothing is in the way of removing them, and the log until somebody who reads lets go.
  case cleaning
}
