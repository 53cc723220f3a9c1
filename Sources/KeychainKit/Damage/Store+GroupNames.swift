import KeychainCrypto
import KeychainStorage

extension Store {
  /// Writes the name of every group anew that does not open, as far as an item of the group opens and says it.
  func mendGroups(in session: borrowing WriteSession) throws(KeychainError) {
    let groups = try storage { () throws(StorageError) in try session.accessGroups() }
    for (tag, name) in groups where try !isName(name, of: tag) {
      guard let name = try groupName(byItemsOf: tag, in: session) else { continue }
      try setGroup(tag, named: name, in: session)
    }
  }

  /// The same for the group of an item that opens.
  func mendGroup(
    _ tag: Int64, named name: GroupName, in session: borrowing WriteSession
  ) throws(KeychainError) {
    let known = try storage { () throws(StorageError) in try session.accessGroupName(tag) }
    if let known, try isName(known, of: tag) { return }
    try setGroup(tag, named: name, in: session)
  }

  private func isName(_ name: [UInt8], of tag: Int64) throws(KeychainError) -> Bool {
    let opened: GroupName?
    do {
      opened = try keyring.openGroupName(name, tag: tag)
    } catch {
      throw KeychainError(error)
    }
    guard let opened else { return false }
    return try scope(of: opened).tag == tag
  }

  private func groupName(
    byItemsOf tag: Int64, in session: borrowing WriteSession
  ) throws(KeychainError) -> GroupName? {
    var name: GroupName?
    try session.forEachItem(ItemSelection(accessGroup: tag, wantsSecret: true)) { row throws(KeychainError) in
      guard case .opened(let item) = try wholeState(of: row) else { return .next }
      name = item.content.groupName
      return .stop
    }
    return name
  }

  private func setGroup(
    _ tag: Int64, named name: GroupName, in session: borrowing WriteSession
  ) throws(KeychainError) {
    let sealed: [UInt8]
    do throws(KeyringError) {
      sealed = try keyring.sealGroupName(name, tag: tag)
    } catch {
      throw KeychainError(error)
    }
    try storage { () throws(StorageError) in try session.setAccessGroup(tag: tag, name: sealed) }
  }
}
