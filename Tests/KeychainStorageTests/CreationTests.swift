import Glibc
import KeychainSchema
import TestSupport
import Testing

@testable import KeychainStorage

@Suite("Creation: whole or not at all, and one winner") struct CreationTests {
  @Test func `a new keychain holds its identifier, its bag twice and its meta, and nobody else can read it`() throws {
    let folder = try TemporaryFolder()
    let path = folder / "new.keychain-db"
    let identifier = Sample.identifier()
    let bag = Sample.keybag(generation: 0x0102_0304_0506_0708)
    let earlier = umask(0)
    defer { umask(earlier) }
    #expect(
      try Database.create(
        path, databaseIdentifier: identifier, keybag: bag, meta: [("settings", [1, 2]), ("empty", [])]))
    // Nothing but the keychain and its lock file: no log, no name it was made under.
    #expect(folder.names == ["new.keychain-db", "new.keychain-db.lock"])
    for name in folder.names {
      var status = stat()
      #expect(unsafe lstat(folder / name, &status) == 0)
      #expect(status.st_mode & 0o7777 == 0o600, "\(name)")
    }
    let database = try Database(opening: path)
    try database.read { session throws(StorageError) in
      #expect(try session.databaseIdentifier() == identifier)
      #expect(try session.keybag() == [bag, bag])
      #expect(try session.keybagGeneration() == 0x0102_0304_0506_0708)
      #expect(try session.meta("settings") == [1, 2])
      #expect(try session.meta("empty") == [])
      #expect(try session.meta("other") == nil)
      #expect(try session.countItems(ItemSelection()) == 0)
    }
  }

  @Test func `what is there is never replaced`() throws {
    let temporary = try TemporaryDatabase()
    try temporary.database.insert()
    #expect(
      try !Database.create(temporary.path, databaseIdentifier: Sample.identifier(), keybag: Sample.keybag()))
    #expect(try temporary.database.ids(ItemSelection()) == [1])
    #expect(temporary.folder.names.allSatisfy { !$0.contains(".new-") })
  }

  @Test func `of many threads that make it at once one wins, and all find it`() throws {
    let folder = try TemporaryFolder()
    let path = folder / "race.keychain-db"
    let wins = SharedCounter()
    inThreads(8) { index in
      do {
        let bag = Sample.keybag(generation: UInt64(index))
        if try Database.create(path, databaseIdentifier: Sample.identifier(), keybag: bag) { wins.increment() }
        let copies = try Database(opening: path).read { session throws(StorageError) in try session.keybag() }
        #expect(copies.count == 2 && copies[0] == copies[1])
      } catch {
        Issue.record(error)
      }
    }
    #expect(wins.value == 1)
    #expect(folder.names.allSatisfy { !$0.contains(".new-") })
  }

  @Test func `of several processes that make it at once one wins`() async throws {
    let folder = try TemporaryFolder()
    let path = folder / "race.keychain-db"
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          try await #require(processExitsWith: .success) { [path = path as String] in
            let bag = Sample.keybag()
            if try Database.create(path, databaseIdentifier: Sample.identifier(), keybag: bag) {
              try write([], to: path + ".winner-\(getpid())")
            }
            let database = try Database(opening: path)
            #expect(try database.read { session throws(StorageError) in try session.keybag().count } == 2)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(folder.names.count { $0.contains(".winner-") } == 1)
  }

  @Test(arguments: Publication.allCases, MakingStep.allCases)
  func `a killed maker leaves nothing or a whole keychain`(publication: Publication, step: MakingStep) async throws {
    if publication == .renameExclusively, step == .linked { return }
    let folder = try TemporaryFolder()
    let path = folder / "killed.keychain-db"
    let (publicationName, stepName) = ("\(publication)", "\(step)")
    try await #require(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, publicationName = publicationName as String, stepName = stepName as String] in
      let publication = try #require(Publication.allCases.first { "\($0)" == publicationName })
      _ = try FilePlace(path).make(
        NewDatabase(identifier: .zero, keybag: Sample.keybag(generation: 7), meta: []), patience: .zero,
        fileSystemType: { _ in 0 }, publication: publication,
        reached: { if "\($0)" == stepName { kill(getpid(), SIGKILL) } })
    }
    let isThere = step == .linked || step == .published
    #expect((byteCount(of: path) != nil) == isThere)
    // The next one comes to a keychain, whatever was left, and nothing else stays.
    let isMade = try Database.create(path, databaseIdentifier: .zero, keybag: Sample.keybag(generation: 8))
    #expect(isMade == !isThere)
    let database = try Database(opening: path)
    let generation = try database.read { session throws(StorageError) in try session.keybagGeneration() }
    #expect(generation == (isThere ? 7 : 8))
    #expect(folder.names.allSatisfy { !$0.contains(".new-") })
  }

  @Test func `rebuilding removes what a killed maker left, and nothing of others`() throws {
    let temporary = try TemporaryDatabase()
    let others = ["test.keychain-db.old", "other.new-1", "test.keychain-db2.new-1"]
    for name in ["test.keychain-db.new-1", "test.keychain-db.new-1-wal"] + others {
      try write([1], to: temporary.folder / name)
    }
    try temporary.database.vacuum { _ in true }
    let left = temporary.folder.names.filter {
      !["", "-wal", "-shm", ".lock"].map { "test.keychain-db" + $0 }.contains($0)
    }
    #expect(left == others.sorted())
  }

  @Test func `a maker that shows two names for a moment disturbs nobody`() throws {
    let folder = try TemporaryFolder()
    let path = folder / "linked.keychain-db"
    let opened = SharedCounter()
    inThreads(2) { index in
      do {
        if index == 0 {
          _ = try FilePlace(path).make(
            NewDatabase(identifier: .zero, keybag: Sample.keybag(), meta: []), patience: .seconds(30),
            fileSystemType: { _ in 0 }, publication: .linkAndUnlink,
            reached: { if $0 == .linked { usleep(200_000) } })
        } else {
          while byteCount(of: path) == nil { usleep(1_000) }
          _ = try Database(opening: path)
          opened.increment()
        }
      } catch {
        Issue.record(error)
      }
    }
    #expect(opened.value == 1)
  }

  @Test(arguments: Publication.allCases)
  func `a file that came in between is left as it is`(publication: Publication) throws {
    let folder = try TemporaryFolder()
    let path = folder / "taken.keychain-db"
    let isMade = try FilePlace(path).make(
      NewDatabase(identifier: .zero, keybag: Sample.keybag(), meta: []), patience: .zero,
      fileSystemType: { _ in 0 }, publication: publication,
      reached: { step in
        guard step == .fileFlushed else { return }
        do { try write([1, 2, 3], to: path) } catch { Issue.record(error) }
      })
    #expect(!isMade)
    #expect(contents(of: path) == [1, 2, 3])
    #expect(folder.names == ["taken.keychain-db", "taken.keychain-db.lock"])
  }
}
