import KeychainSchema
import TestSupport
import Testing

@testable import KeychainStorage

@Suite("Ledger: every row that is written is told") struct LedgerTests {
  /// A hash for these tests: the same bytes of the same table give the same words, and hardly any others do.
  private static func hash(_ table: SummedTable, _ bytes: RawSpan) -> RowSum {
    var hasher = Hasher()
    hasher.combine(table)
    for byte in [UInt8](bytes) { hasher.combine(byte) }
    let word = UInt64(bitPattern: Int64(hasher.finalize()))
    return RowSum([word, word &* 3, word &* 5, word &* 7])
  }

  /// What all ledgers so far came to.
  private final class Told {
    var sum = RowSum()
  }

  private let database: Database
  private let told = Told()

  init() throws {
    database = try Database(inMemory: Sample.identifier(), keybag: Sample.keybag())
    try write { session throws(StorageError) in
      try session.insertAccessGroup(tag: 1, name: [1, 2])
      try session.insertAccessGroup(tag: 1, name: [3])
      try session.insertAccessGroup(tag: -2, name: [])
    }
  }

  /// Writes, then holds what was told against what is there.
  private func write(
    count: Int64? = nil, _ body: (borrowing WriteSession) throws(StorageError) -> Void
  ) throws {
    let ledger = RowLedger(Self.hash)
    try database.write(telling: ledger, body)
    told.sum.toggle(ledger.sum)
    var there = RowSum()
    try database.read { session throws(StorageError) in
      for table in SummedTable.allCases {
        var next: Int64? = .min
        while let first = next {
          next = try session.lendRows(of: table, from: first, limit: 2) { there.toggle(Self.hash(table, $0)) }.next
        }
      }
    }
    #expect(told.sum == there)
    if let count { #expect(ledger.itemCountChange == count) }
  }

  @Test func `items inserted, changed and deleted, read before or not`() throws {
    let columns = Sample.columns()
    var id: Int64 = 0
    try write(count: 3) { session throws(StorageError) in
      id = try session.insert(columns, metadata: Sample.metadata(), secret: Sample.bytes(40))
      try session.insert(Sample.columns(terms: [nil, nil, nil, nil, nil]), metadata: Sample.metadata())
      try session.insert(Sample.columns(), metadata: Sample.metadata(), secret: [])
    }
    var changed = columns
    changed.id = id
    for readsBefore in [true, false] {
      for secret: [UInt8]?? in [nil, .some(nil), nil, .some(Sample.bytes(72)), .some([]), nil] {
        var next = changed
        next.generation += 1
        next.terms[4] = next.terms[4] == nil ? 5 : nil
        try write(count: 0) { session throws(StorageError) in
          if readsBefore { _ = try session.withItem(id) { _ throws(StorageError) in } }
          try session.update(next, replacing: changed, metadata: Sample.metadata(), secret: secret)
          // A second change in one transaction begins at the first.
          try session.update(next, metadata: Sample.metadata(), secret: secret)
        }
        changed = next
      }
    }
    try write(count: -2) { session throws(StorageError) in
      _ = try session.withItem(id) { _ throws(StorageError) in }
      #expect(try session.deleteItem(id))
      #expect(try !session.deleteItem(id))
      #expect(try session.deleteItem(id + 1))
      #expect(try !session.deleteItem(id + 100))
    }
  }

  @Test func `rows changed and deleted by their marks, which are read no second time`() throws {
    let columns = Sample.columns()
    var id: Int64 = 0
    try write(count: 2) { session throws(StorageError) in
      id = try session.insert(columns, metadata: Sample.metadata(), secret: Sample.bytes(40))
      try session.insert(Sample.columns(), metadata: Sample.metadata())
    }
    func marks(_ session: borrowing WriteSession) throws(StorageError) -> [RowMark?] {
      var marks: [RowMark?] = []
      try session.forEachItem(ItemSelection(wantsSecret: true)) { row throws(StorageError) in
        marks.append(session.mark(row))
        return .next
      }
      return marks
    }
    var changed = columns
    changed.id = id
    for secret: [UInt8]?? in [.some(nil), .some(Sample.bytes(72)), nil, .some([])] {
      changed.generation += 1
      try write(count: 0) { session throws(StorageError) in
        let marks = try marks(session)
        try session.update(changed, marked: marks[0], metadata: Sample.metadata(), secret: secret)
      }
    }
    try write(count: -2) { session throws(StorageError) in
      let marks = try marks(session)
      #expect(try session.deleteItem(id, marked: marks[0]))
      #expect(try session.deleteItem(id + 1, marked: marks[1]))
      #expect(try !session.deleteItem(id, marked: marks[0]), "it is there no more")
    }
  }

  @Test func `a row that there is no key for leaves no sum`() throws {
    let ledger = RowLedger { _, _ in nil }
    try database.write(telling: ledger) { session throws(StorageError) in
      #expect(!ledger.isLocked)
      try session.insertAccessGroup(tag: 7, name: [1])
      #expect(ledger.isLocked)
    }
  }

  @Test func `a group that was found or listed is known to be listed, and no other`() throws {
    try write { session throws(StorageError) in
      for tag: Int64 in [1, 1, 5, -2, 5, 1] {
        #expect(try session.hasAccessGroup(tag) == (tag != 5), "\(tag)")
      }
      try session.insertAccessGroup(tag: 5, name: [5])
      #expect(try session.hasAccessGroup(5))
    }
  }

  @Test func `an insert that fails is not told`() throws {
    let columns = Sample.columns()
    try write(count: 1) { session throws(StorageError) in
      try session.insert(columns, metadata: Sample.metadata())
      #expect(throws: StorageError.self) { try session.insert(columns, metadata: Sample.metadata()) }
    }
  }

  @Test func `changes noted, replaced and taken out`() throws {
    let (one, two) = (Sample.identifier(), Sample.identifier())
    func change(_ uuid: Identifier, row: [UInt8]?) -> Change {
      Change(
        itemClass: 1, uuid: uuid, operation: 1, generation: 3, identity: Sample.identifier(), time: -4, row: row)
    }
    var sequence: Int64 = 0
    try write(count: 0) { session throws(StorageError) in
      try session.insertChange(change(one, row: [1]))
      sequence = try session.insertChange(change(two, row: nil))
    }
    try write { session throws(StorageError) in
      let next = try session.insertChange(change(two, row: [2]))
      #expect(next > sequence, "a replaced change goes to the end")
      sequence = next
    }
    try write { session throws(StorageError) in
      try session.removeChange(sequence)
      try session.removeChange(sequence)
    }
  }

  @Test func `rows put into quarantine, once, and accepted`() throws {
    try write { session throws(StorageError) in
      for digest in [[1], [1], [2]] as [[UInt8]] {
        try session.quarantine(digest: digest, uuid: Sample.identifier(), at: 1, why: 1, row: digest)
      }
    }
    try write { session throws(StorageError) in #expect(try session.acceptQuarantine() == 2) }
    try write { session throws(StorageError) in #expect(try session.acceptQuarantine() == 0) }
  }

  @Test func `a bag is noted, and is no row of a sum`() throws {
    let ledger = RowLedger(Self.hash)
    try database.write(telling: ledger) { session throws(StorageError) in
      #expect(!ledger.hasKeybag)
      try session.setKeybag(Sample.keybag(generation: 2))
      #expect(ledger.hasKeybag)
    }
    #expect(ledger.sum == RowSum())
  }

  @Test func `nothing written is seen by the count of writes`() throws {
    try database.write { session throws(StorageError) in
      let before = session.writtenRowCount
      try session.insertAccessGroup(tag: 1, name: [9])
      #expect(try !session.deleteItem(77))
      #expect(session.writtenRowCount == before)
      try session.insertAccessGroup(tag: 9, name: [9])
      #expect(session.writtenRowCount > before)
    }
  }
}
