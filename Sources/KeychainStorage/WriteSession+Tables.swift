import CSQLite
import KeychainSchema

extension WriteSession {
  /// Replaces both copies of the key bag.
  /// - Throws: `.corrupt` where they do not read back: on a damaged page a row can be written that hides the others,
  ///   and without its bag a keychain is lost.
  package func setKeybag(_ bag: [UInt8]) throws(StorageError) {
    for copy: Int64 in 0...1 {
      let run = try connection.run(.setKeybag)
      try run.bind(copy, at: 1)
      try run.bind(bag, at: 2)
      try run.finish()
    }
    guard try keybag() == [bag, bag] else { throw .corrupt(code: SQLITE_CORRUPT) }
    ledger?.noteKeybag()
  }

  /// Sets a value of `meta`; nil removes it.
  package func setMeta(_ key: String, _ value: [UInt8]?) throws(StorageError) {
    let run = try connection.run(value == nil ? .removeMeta : .setMeta)
    try run.bind(key, at: 1)
    if let value { try run.bind(value, at: 2) }
    try run.finish()
  }

  /// Keeps a group's sealed name, unless its tag has one.
  package func insertAccessGroup(tag: Int64, name: [UInt8]) throws(StorageError) {
    try writeAccessGroup(connection.run(.insertAccessGroup), tag: tag, name: name)
  }

  /// Gives a group that is listed another name; nothing where it is not.
  package func setAccessGroup(tag: Int64, name: [UInt8]) throws(StorageError) {
    if let ledger {
      let old = try connection.run(.accessGroupName)
      try old.bind(tag, at: 1)
      guard try old.step() else { return }
      ledger.tell(.accessGroup, old, columnCount: SummedTable.accessGroup.columnCount)
    }
    try writeAccessGroup(connection.run(.setAccessGroup), tag: tag, name: name)
  }

  private func writeAccessGroup(_ run: borrowing StatementRun, tag: Int64, name: [UInt8]) throws(StorageError) {
    try run.bind(tag, at: 1)
    try run.bind(name, at: 2)
    try run.finish()
    guard connection.changedRows != 0 else { return }
    ledger?.tell(.accessGroup) { row in
      row.append(tag)
      row.append(name)
    }
  }
}
