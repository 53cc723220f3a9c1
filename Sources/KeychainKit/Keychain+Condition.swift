extension Keychain {
  /// What is known of the file: whether it is an older one, and what the last comparison of its rows found.
  ///
  /// The anchor and the record are looked at anew; the rows are not, which `verifyState` does.
  public var condition: KeychainCondition {
    get throws(KeychainError) {
      try store.judgeState()
      return store.state.condition
    }
  }

  /// Compares every row with the state record; a hundred thousand take a fifth of a second.
  ///
  /// A keychain does so by itself too, in the background, where its process lives long enough.
  @discardableResult
  public func verifyState() throws(KeychainError) -> StateReport {
    try store.verifyState()
  }

  /// Takes the file for what it is: the rows that are there are the rows from now on, and an older file is written
  /// again.
  ///
  /// For the keychain's owner, who has seen its `condition` and knows why, as after putting back a copy.
  public func acceptState() throws(KeychainError) {
    try store.acceptState()
  }
}
