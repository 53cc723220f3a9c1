public import KeychainSchema

extension Keychain {
  /// Begins new keys for classes of items. What is written from now on is under them; what is there is sealed anew in
  /// the background, readable all the while, and then the old keys are gone.
  ///
  /// It goes on after every unlock until it is done, whoever was ended or killed in between; `finishKeyRotation` waits
  /// for that.
  ///
  /// - Parameters:
  ///   - classes: those whose keys are made anew.
  ///   - inBackground: false leaves the sealing to `finishKeyRotation` or the next unlock.
  /// - Returns: whether there was a key of one of the classes.
  /// - Throws: `.locked` unless everything is open.
  @discardableResult
  public func rotateKeys(
    of classes: Set<ProtectionClass> = Set(ProtectionClass.allCases), inBackground: Bool = true
  ) throws(KeychainError) -> Bool {
    guard try store.beginRotation(of: classes) else { return false }
    if inBackground { store.rotateInBackground() }
    return true
  }

  /// What of a rotation is left to do.
  ///
  /// - Throws: `.locked` unless everything is open: what is retired stands in the sealed part of the key bag.
  public var keyRotation: KeyRotation {
    get throws(KeychainError) { try store.keyRotation() }
  }

  /// Does what is left of a rotation now, and returns when it is done.
  ///
  /// - Parameter progress: is told after each five hundred rows.
  /// - Returns: false where something is left, which the next unlock goes on with: an item that a newer version wrote
  ///   meanwhile, or a reader who keeps the log from being cut.
  @discardableResult
  public func finishKeyRotation(progress: ProgressReport? = nil) throws(KeychainError) -> Bool {
    try store.requireUnlocked()
    return try store.finishKeyRotation(progress)
  }

  /// Makes deleted items unreadable for good.
  ///
  /// All keys of items are made anew, what is there is sealed under them, and the database is rebuilt. Rows cut out of
  /// old copies of this file, its log or its free pages then open under no key that the keychain has. A whole old copy
  /// still opens with the key bag in it and the secrets of its time.
  /// - Returns: false where something is left, as for `finishKeyRotation`.
  @discardableResult
  public func shred(progress: ProgressReport? = nil) throws(KeychainError) -> Bool {
    try store.shred(progress)
  }
}
