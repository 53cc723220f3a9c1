import KeychainSchema
import KeychainStorage
import TestSupport
import Testing

@Suite("Items: what is written is what is read") struct ItemTests {
  @Test(arguments: [nil, [], [7], Sample.bytes(48), Sample.bytes(100_000)] as [[UInt8]?])
  func `a row comes back with every column and both boxes`(secret: [UInt8]?) throws {
    let temporary = try TemporaryDatabase()
    var columns = Sample.columns(terms: [.min, nil, 0, .max, -1])
    columns.synchronizable = 1
    columns.generation = .max
    let metadata = Sample.metadata()
    columns.id = try temporary.database.insert(columns, metadata: metadata, secret: secret)

    try temporary.database.read { session throws(StorageError) in
      var count = 0
      try session.forEachItem(ItemSelection(identity: columns.identity, wantsSecret: true)) {
        row throws(StorageError) in
        count += 1
        expectEqual(row.columns, columns)
        #expect(row.hasSecret == (secret != nil))
        #expect(row.withMetadata { [UInt8]($0) } == metadata)
        #expect(row.withSecret { [UInt8]($0) } == secret)
        return .next
      }
      #expect(count == 1)
    }
  }

  @Test func `without asking for secrets a row says only whether it has one`() throws {
    let temporary = try TemporaryDatabase()
    let with = try temporary.database.insert(secret: [])
    let without = try temporary.database.insert()
    let found = try temporary.database.read { session throws(StorageError) in
      var found: [Int64: Bool] = [:]
      try session.forEachItem(ItemSelection()) { row throws(StorageError) in
        found[row.columns.id] = row.hasSecret
        return .next
      }
      return found
    }
    #expect(found == [with: true, without: false])
  }

  @Test func `every condition of a selection counts`() throws {
    let temporary = try TemporaryDatabase()
    let database = temporary.database
    var columns = Sample.columns(terms: [1, 2, 3, 4, 5])
    columns.id = try database.insert(columns)
    var other = Sample.columns(itemClass: .key, group: 2, protection: .always, terms: [6, 7, 8, 9, 10])
    other.synchronizable = 1
    other.tombstone = 1
    try database.insert(other)

    let all = selection(matching: columns)
    #expect(try database.ids(all) == [columns.id])
    for change in conditions(from: other) {
      var changed = all
      change(&changed)
      #expect(try database.ids(changed) == [])
      #expect(try database.read { session throws(StorageError) in try session.countItems(changed) } == 0)
    }
    // Each alone finds the row as well, whatever drives.
    for change in conditions(from: columns) {
      var alone = ItemSelection()
      change(&alone)
      #expect(try database.ids(alone) == [columns.id])
      #expect(try database.read { session throws(StorageError) in try session.countItems(alone) } == 1)
    }
  }

  @Test(arguments: [
    ItemSelection(), ItemSelection(itemClass: 1, accessGroup: 1), ItemSelection(accessGroup: 1),
    ItemSelection(terms: [11, nil, nil, nil, nil]), ItemSelection(terms: [nil, nil, nil, 14, nil]),
  ])
  func `pages go on where the one before ended`(selection: ItemSelection) throws {
    let temporary = try TemporaryDatabase()
    try temporary.database.write { session throws(StorageError) in
      for _ in 0..<25 { try session.insert(Sample.columns(), metadata: Sample.metadata()) }
    }
    var seen: [Int64] = []
    var page = selection
    while case let ids = try temporary.database.ids(page, limit: 10), let last = ids.last {
      #expect(ids.count <= 10)
      seen += ids
      page.afterID = last
    }
    #expect(seen == Array(1...25))
  }

  @Test func `a page before it also leaves out a row that is named`() throws {
    let temporary = try TemporaryDatabase()
    let id = try temporary.database.insert()
    #expect(try temporary.database.ids(ItemSelection(rowID: id, afterID: id)) == [])
    #expect(try temporary.database.ids(ItemSelection(rowID: id, afterID: id - 1)) == [id])
  }

  @Test func `a body can stop, throw, and ask the same question while it is being answered`() throws {
    let temporary = try TemporaryDatabase()
    let database = temporary.database
    try database.write { session throws(StorageError) in
      for _ in 0..<4 { try session.insert(Sample.columns(), metadata: Sample.metadata()) }
    }
    let selection = ItemSelection(itemClass: 1, accessGroup: 1)
    let pairs = try database.read { session throws(StorageError) in
      var pairs: [[Int64]] = []
      try session.forEachItem(selection) { outer throws(StorageError) in
        try session.forEachItem(selection, limit: 2) { inner throws(StorageError) in
          pairs.append([outer.columns.id, inner.columns.id])
          return .next
        }
        return outer.columns.id == 3 ? .stop : .next
      }
      return pairs
    }
    #expect(pairs == [[1, 1], [1, 2], [2, 1], [2, 2], [3, 1], [3, 2]])

    #expect(throws: BodyFailure.unhappy) {
      try database.read { session throws(BodyFailure) in
        try session.forEachItem(selection) { _ throws(BodyFailure) in throw .unhappy }
      }
    }
    // No cursor was left open: an open one would keep the log from being cut.
    #expect(try database.truncateLog())
    #expect(try database.ids(selection) == [1, 2, 3, 4])
  }

  @Test func `rows under a generation of their class's key are counted, by either box`() throws {
    let temporary = try TemporaryDatabase()
    try temporary.database.write { session throws(StorageError) in
      for generation: UInt32 in [1, 1, 2, 0x0102_0304] {
        try session.insert(Sample.columns(), metadata: Sample.metadata(keyGeneration: generation))
      }
      try session.insert(
        Sample.columns(protection: .always), metadata: Sample.metadata(protection: .always, keyGeneration: 9))
      // The attributes alone were written since the key was retired.
      try session.insert(
        Sample.columns(protection: .afterFirstUnlock),
        metadata: Sample.metadata(protection: .afterFirstUnlock, keyGeneration: 2),
        secret: Sample.metadata(protection: .afterFirstUnlock, keyGeneration: 1))
    }
    try temporary.database.read { session throws(StorageError) in
      #expect(try session.itemCount(protection: .whenUnlocked, generation: 1) == 2)
      #expect(try session.itemCount(protection: .whenUnlocked, generation: 0x0102_0304) == 1)
      #expect(try session.itemCount(protection: .whenUnlocked, generation: 9) == 0)
      #expect(try session.itemCount(protection: .always, generation: 9) == 1)
      #expect(try session.itemCount(protection: .afterFirstUnlock, generation: 1) == 1)
      #expect(try session.itemCount(protection: .afterFirstUnlock, generation: 2) == 1)
      #expect(try session.itemCount(protection: .afterFirstUnlockThisDeviceOnly, generation: 1) == 0)
    }
  }

  private func selection(matching columns: ItemColumns) -> ItemSelection {
    var selection = ItemSelection()
    for change in conditions(from: columns) { change(&selection) }
    return selection
  }

  private func conditions(from columns: ItemColumns) -> [(inout ItemSelection) -> Void] {
    [
      { $0.identity = columns.identity }, { $0.uuid = columns.uuid }, { $0.itemClass = columns.itemClass },
      { $0.accessGroup = columns.accessGroup }, { $0.protection = columns.protection },
      { $0.synchronizable = columns.synchronizable }, { $0.tombstone = columns.tombstone },
    ] + (0..<5).map { index in { $0.terms[index] = columns.terms[index] } }
  }
}

/// A caller's own error.
enum BodyFailure: StorageFailure, Equatable {
  case unhappy
  case storage(StorageError)

  init(_ error: StorageError) {
    self = .storage(error)
  }
}

func expectEqual(_ found: ItemColumns, _ expected: ItemColumns, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(description(found) == description(expected), sourceLocation: sourceLocation)
}

private func description(_ columns: ItemColumns) -> String {
  let terms = columns.terms.indices.map { columns.terms[$0].map(String.init) ?? "NULL" }
  return """
    \(columns.id) \(columns.uuid.bytes) \(columns.identity.bytes) \(columns.itemClass) \(columns.accessGroup) \
    \(columns.protection) \(columns.synchronizable) \(columns.tombstone) \(columns.generation) \
    \(columns.termVersion) \(terms)
    """
}
