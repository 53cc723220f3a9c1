import KeychainSchema
import KeychainStorage
import TestSupport
import Testing

@Suite("Items: updating, deleting, clashes") struct ItemWritingTests {
  @Test(arguments: [false, true])
  func `an update rewrites what it is given and keeps the secret if told so`(knowsCurrent: Bool) throws {
    let temporary = try TemporaryDatabase()
    var old = Sample.columns()
    old.id = try temporary.database.insert(old, secret: [1, 2, 3])
    var new = Sample.columns(itemClass: .internetPassword, group: 2, protection: .always, terms: [nil, 8, nil, 9, 10])
    new.id = old.id
    new.generation = 2
    new.synchronizable = 1
    new.termVersion = 7
    let metadata = Sample.metadata()
    try temporary.database.write { session throws(StorageError) in
      try session.update(new, replacing: knowsCurrent ? old : nil, metadata: metadata)
      try expectItem(session, new, metadata, [1, 2, 3])
      try session.update(new, replacing: knowsCurrent ? new : nil, metadata: metadata, secret: .some([9]))
      try expectItem(session, new, metadata, [9])
      try session.update(new, replacing: knowsCurrent ? new : nil, metadata: metadata, secret: .some(nil))
      try expectItem(session, new, metadata, nil)
    }
  }

  @Test func `each column alone can be updated`() throws {
    let temporary = try TemporaryDatabase()
    var current = Sample.columns(terms: [1, nil, 3, nil, 5])
    current.id = try temporary.database.insert(current)
    let changes: [(inout ItemColumns) -> Void] =
      [
        { $0.uuid = Sample.identifier() }, { $0.identity = Sample.identifier() }, { $0.itemClass = 4 },
        { $0.accessGroup = 3 }, { $0.protection = 12 }, { $0.synchronizable = 1 }, { $0.tombstone = 1 },
        { $0.generation = 99 }, { $0.termVersion = 2 },
      ] + (0..<5).map { index in { $0.terms[index] = $0.terms[index] == nil ? 6 : nil } }
    for change in changes {
      var next = current
      change(&next)
      let metadata = Sample.metadata()
      try temporary.database.write { session throws(StorageError) in
        try session.update(next, replacing: current, metadata: metadata)
        try expectItem(session, next, metadata, nil)
      }
      current = next
    }
  }

  @Test func `only a clash of identities names the holder, and the transaction goes on`() throws {
    let temporary = try TemporaryDatabase()
    let first = Sample.columns()
    let holder = try temporary.database.insert(first)
    try temporary.database.write { session throws(StorageError) in
      var clash = Sample.columns()
      clash.identity = first.identity
      #expect(throws: StorageError.identityTaken(holder: holder)) {
        try session.insert(clash, metadata: Sample.metadata())
      }
      #expect(try session.holder(ofIdentity: first.identity) == holder)

      var second = Sample.columns()
      second.id = try session.insert(second, metadata: Sample.metadata())
      second.identity = first.identity
      #expect(throws: StorageError.identityTaken(holder: holder)) {
        try session.update(second, metadata: Sample.metadata())
      }
    }
    #expect(try temporary.database.ids(ItemSelection()) == [holder, holder + 1])

    // The row's own identity is no clash.
    var third = Sample.columns()
    third.id = try temporary.database.insert(third)
    third.uuid = first.uuid
    #expect(throws: StorageError.constraint) {
      try temporary.database.write { session throws(StorageError) in
        try session.update(third, metadata: Sample.metadata())
      }
    }
  }

  @Test func `every other constraint is the caller's fault`() throws {
    let temporary = try TemporaryDatabase()
    let first = Sample.columns()
    try temporary.database.insert(first)
    let faults: [(inout ItemColumns) -> Void] = [
      { $0.uuid = first.uuid }, { $0.itemClass = 0 }, { $0.itemClass = 5 }, { $0.accessGroup = 4 },
      { $0.protection = 5 }, { $0.protection = 13 }, { $0.synchronizable = 2 }, { $0.tombstone = -1 },
      { $0.generation = 0 },
    ]
    for fault in faults {
      var columns = Sample.columns()
      fault(&columns)
      #expect(throws: StorageError.constraint) { try temporary.database.insert(columns) }
    }
    #expect(try temporary.database.ids(ItemSelection()).count == 1)
  }

  @Test(arguments: ItemClass.allCases, ProtectionClass.allCases)
  func `every class and protection of the schema can be stored`(
    itemClass: ItemClass, protection: ProtectionClass
  ) throws {
    let database = try Database(inMemory: Sample.identifier(), keybag: Sample.keybag())
    try database.write { session throws(StorageError) in
      try session.insertAccessGroup(tag: 1, name: [])
      try session.insert(
        Sample.columns(itemClass: itemClass, protection: protection), metadata: Sample.metadata())
    }
  }

  @Test func `an update of a row that is gone is an error, a delete says there was none`() throws {
    let temporary = try TemporaryDatabase()
    var columns = Sample.columns()
    columns.id = try temporary.database.insert(columns)
    try temporary.database.write { session throws(StorageError) in
      #expect(try session.deleteItem(columns.id))
      #expect(try !session.deleteItem(columns.id))
      #expect(throws: StorageError.self) {
        try session.update(columns, metadata: Sample.metadata())
      }
      #expect(try session.holder(ofIdentity: columns.identity) == nil)
      #expect(try session.withItem(columns.id) { _ throws(StorageError) in true } == nil)
    }
  }

  private func expectItem(
    _ session: borrowing WriteSession, _ columns: ItemColumns, _ metadata: [UInt8], _ secret: [UInt8]?
  ) throws(StorageError) {
    let found = try session.withItem(columns.id) { row throws(StorageError) in
      expectEqual(row.columns, columns)
      #expect(row.withMetadata { [UInt8]($0) } == metadata)
      #expect(row.withSecret { [UInt8]($0) } == secret)
      return true
    }
    #expect(found == true)
  }
}
