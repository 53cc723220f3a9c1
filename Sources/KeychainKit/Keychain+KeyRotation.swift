public import KeychainSchema

extension Keychain {
  /// Begins new keys for classes of items. What is written from now on is under them; what is there is sealed anew in
  /// the background, readable all the while, and then the old keys are gone.
  ///
  /// It goes on after every unlock until it is done, whoever was ended or killed in between; `finishKeyRotation` waits
  /// for that.
  /// - Throws: `.locked` unless everything is open.
  public func rotateKeys(of classes: Set<ProtectionClass> = Set(ProtectionClass.allCases)) throws(KeychainError) {
    if try store.beginRotation(of: classes) { store.rotateInBackground() }
  }

  /// What of a rotation is left to do.
  public var keyRotation: KeyRotation {
    get throws(KeychainError) { try store.keyRotation() }
  }

  /// Does what is left of a rotation now, and returns when it is done.
  ///
  /// - Parameter progress: is told after each five hundred rows.
  public func finishKeyRotation(progress: ProgressReport? = nil) throws(KeychainError) {
    try store.requireUnlocked()
    try store.finishKeyRotation(progress)
  }

  /// Makes deleted items unreadable for good.
  ///
  /// All keys of items are made anew, what is there is sealed under them, and the database is rebuilt. Rows cut out of
  /// old copies of this file, its log or its free pages then open under no key that the keychain has. A whole old copy
  /// still opens with the key bag in it and the secrets of its time.
  /// - Returns: false where a reader kept the log from being cut; it is cut at the next lock, unlock or close.
  @discardableResult
  public func shred(progress: ProgressReport? = nil) throws(KeychainError) -> Bool {
    try store.shred(progress)
  }
}
