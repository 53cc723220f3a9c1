extension Keychain {
  /// Examines the whole keychain: the file's structure, every item with its secret, the key bag and its copies, the
  /// state record and the anchor, groups, quarantine, the device secret, the snapshots.
  ///
  /// Items of locked classes are counted and not looked at. What does not open is noted, and copied into quarantine by
  /// the next write. A hundred thousand items take about a second.
  ///
  /// ```swift
  /// let examination = try keychain.verify()
  /// for finding in examination.findings { print("\(finding.severity): \(finding)") }
  /// ```
  /// - Parameter progress: is called between pages of items, outside of every lock.
  public func verify(
    progress: (WorkProgress) -> Void = { _ in }
  ) throws(KeychainError) -> KeychainExamination {
    try store.examine(progress)
  }
}
