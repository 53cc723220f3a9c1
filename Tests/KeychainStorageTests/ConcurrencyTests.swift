import KeychainSchema
import TestSupport
import Testing

@testable import KeychainStorage

@Suite("Many at once: no lost write, no torn read, never `database is locked`") struct ConcurrencyTests {
  @Test func `threads read whole states while one writes`() throws {
    let temporary = try TemporaryDatabase()
    let database = temporary.database
    let writes = SharedCounter()
    let reads = SharedCounter()
    inThreads(5) { index in
      do {
        if index == 0 {
          for generation: UInt64 in 2...200 {
            try database.write { session throws(StorageError) in
              try session.setKeybag(Sample.keybag(generation: generation))
              try session.insert(Sample.columns(), metadata: Sample.metadata())
              try session.setMeta("count", [UInt8(generation - 1)])
            }
            writes.increment()
          }
        } else {
          while writes.value < 199 {
            try database.read { session throws(StorageError) in
              let generation = try session.keybagGeneration()
              let count = try session.countItems(ItemSelection())
              #expect(UInt64(count) == generation - 1)
              #expect(try session.meta("count") ?? [0] == [UInt8(count)])
            }
            reads.increment()
          }
        }
      } catch {
        Issue.record(error)
      }
    }
    #expect(writes.value == 199)
    #expect(reads.value > 0)
  }

  @Test func `threads and values that write at once lose nothing`() throws {
    let temporary = try TemporaryDatabase()
    let other = try temporary.other()
    inThreads(4) { index in
      let database = index % 2 == 0 ? temporary.database : other
      for _ in 0..<50 {
        do { try database.increment() } catch { Issue.record(error) }
      }
    }
    #expect(try temporary.database.counter() == 200)
  }

  @Test func `processes that write at once lose nothing`() async throws {
    let temporary = try TemporaryDatabase()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          try await #require(processExitsWith: .success) { [path = temporary.path as String] in
            let database = try Database(opening: path)
            for _ in 0..<100 { try database.increment() }
          }
        }
      }
      for _ in 0..<100 { try temporary.database.increment() }
      try await group.waitForAll()
    }
    #expect(try temporary.database.counter() == 400)
  }

  @Test func `closing while others read and write ends their calls, not the process`() throws {
    let temporary = try TemporaryDatabase()
    let database = temporary.database
    inThreads(4) { index in
      do throws(StorageError) {
        if index == 0 {
          for _ in 0..<20 { try database.increment() }
          database.close()
        } else {
          while true {
            if index == 1 { try database.increment() } else { _ = try database.ids(ItemSelection()) }
          }
        }
      } catch {
        #expect(error == .closed)
      }
    }
    #expect(try temporary.other().counter() >= 20)
  }

  @Test func `a database in memory serves many threads, one after the other`() throws {
    let database = try Database(inMemory: Sample.identifier(), keybag: Sample.keybag())
    inThreads(4) { _ in
      for _ in 0..<100 {
        do {
          try database.increment()
          _ = try database.counter()
        } catch { Issue.record(error) }
      }
    }
    #expect(try database.counter() == 400)
    #expect(database.path == nil)
    try #expect(database.truncateLog())
    try database.vacuum { _ in true }
    database.close()
    #expect(throws: StorageError.closed) { try database.counter() }
  }
}

extension Database {
  /// Reads a number in `meta` and writes the next: what is lost when two do it at once.
  func increment() throws(StorageError) {
    try write { session throws(StorageError) in
      let count = (try session.meta("counter") ?? []).reduce(0) { $0 << 8 | UInt32($1) } + 1
      try session.setMeta("counter", [UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)])
    }
  }

  func counter() throws(StorageError) -> UInt32 {
    try read { session throws(StorageError) in
      (try session.meta("counter") ?? []).reduce(0) { $0 << 8 | UInt32($1) }
    }
  }
}
