import KeychainSchema
import KeychainStorage
import TestSupport
import Testing

@Suite("Tables beside the items") struct TableTests {
  private let database: Database

  init() throws {
    database = try Database(inMemory: Sample.identifier(), keybag: Sample.keybag())
  }

  @Test func `both copies of the bag are replaced together`() throws {
    let bag = Sample.keybag(generation: 9)
    try database.write { session throws(StorageError) in
      try session.setKeybag(bag)
      #expect(try session.keybagGeneration() == 9)
      #expect(try session.keybag() == [bag, bag])
    }
  }

  @Test func `meta is set, replaced and removed`() throws {
    try database.write { session throws(StorageError) in
      for value: [UInt8]? in [[1], [], [2, 3], nil, nil, [4]] {
        try session.setMeta("key", value)
        #expect(try session.meta("key") == value)
      }
      try session.setMeta("clé 🔑", [5])
      #expect(try session.meta("clé 🔑") == [5])
    }
  }

  @Test func `a group's name is kept as it was first written`() throws {
    try database.write { session throws(StorageError) in
      try session.insertAccessGroup(tag: 7, name: [1])
      try session.insertAccessGroup(tag: -7, name: [2])
      try session.insertAccessGroup(tag: 7, name: [3])
      let groups = try session.accessGroups()
      #expect(groups.map { $0.tag } == [-7, 7])
      #expect(groups.map { $0.name } == [[2], [1]])
    }
  }

  @Test func `a row goes into quarantine once`() throws {
    try database.write { session throws(StorageError) in
      let uuid = Sample.identifier()
      #expect(try session.quarantine(digest: [1], uuid: uuid, at: 5, why: 2, row: [1, 2]))
      #expect(try !session.quarantine(digest: [1], uuid: uuid, at: 6, why: 2, row: [1, 2]))
      #expect(try session.quarantine(digest: [2], uuid: uuid, at: 6, why: 3, row: []))
      #expect(try session.quarantineCount() == 2)
      #expect(try session.acceptQuarantine() == 2)
      #expect(try session.quarantine(digest: [3], uuid: uuid, at: 7, why: 3, row: []))
      #expect(try session.quarantineCount() == 1)
      #expect(try session.quarantineCount(unaccepted: false) == 3)
    }
  }

  @Test func `an item has one change, its newest, in the order they were made`() throws {
    try database.write { session throws(StorageError) in
      let (one, two) = (Sample.identifier(), Sample.identifier())
      let identity = Sample.identifier()
      func change(_ uuid: Identifier, _ operation: Int64, row: [UInt8]? = nil) -> Change {
        Change(
          itemClass: 1, uuid: uuid, operation: operation, generation: 3, identity: identity, time: -4, row: row)
      }
      try session.insertChange(change(one, 1))
      let second = try session.insertChange(change(two, 2, row: []))
      let third = try session.insertChange(change(one, 3, row: [8, 9]))
      let changes = try session.changes()
      #expect(changes.map { $0.sequence } == [second, third])
      #expect(changes.map { $0.uuid } == [two, one])
      #expect(changes.map { $0.operation } == [2, 3])
      #expect(changes.map { $0.row } == [[], [8, 9]])
      #expect(changes[1].identity == identity && changes[1].generation == 3 && changes[1].time == -4)
      #expect(try session.changes(after: second).map { $0.sequence } == [third])
      #expect(try session.changes(limit: 1).map { $0.sequence } == [second])
      try session.removeChange(second)
      #expect(try session.changes().map { $0.sequence } == [third])
    }
  }
}
