// Rows that do not open are hidden and kept. More than eight that nobody has accepted, and the keychain is only read.
extension Keychain {
  /// What lies in quarantine, in the order in which it was found.
  ///
  /// For the keychain's owner: whatever group the items were of.
  public func quarantinedItems() throws(KeychainError) -> [QuarantinedItem] {
    try store.quarantined().map { QuarantinedItem($0) }
  }

  /// Looks at every item, copies what does not open, and lets the keychain be written again.
  ///
  /// The copies stay, and so do the items themselves, hidden: accepting says that the owner knows of them.
  /// - Returns: how many were new to him.
  @discardableResult
  public func acceptQuarantine() throws(KeychainError) -> Int {
    try store.acceptQuarantine()
  }

  /// Accepts one row by its number in quarantine.
  ///
  /// - Returns: false where there is none of that number, or it was accepted before.
  @discardableResult
  public func acceptQuarantined(_ id: QuarantinedItem.ID) throws(KeychainError) -> Bool {
    try store.acceptQuarantined(id)
  }

  /// Tries every row in quarantine and says which could be items again now, as after a lost key came back.
  ///
  /// Nothing is changed.
  public func examineQuarantine() throws(KeychainError) -> [(item: QuarantinedItem, outcome: QuarantineOutcome)] {
    try store.examineQuarantine()
  }

  /// Makes every row in quarantine an item again that opens, unless another item has its identity by now.
  @discardableResult
  public func restoreQuarantine() throws(KeychainError) -> [(item: QuarantinedItem, outcome: QuarantineOutcome)] {
    try store.restoreQuarantine()
  }
}
