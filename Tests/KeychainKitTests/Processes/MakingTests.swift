import Foundation
import KeychainKit
import TestSupport
import Testing

@Suite("processes: making a keychain", .serialized) struct MakingTests {
  private func secretFiles(in folder: TemporaryFolder) throws -> [String] {
    try folder.files().keys.filter { $0.hasSuffix(".secret") }
  }

  @Test func `several that make the same one at once all succeed, and there is one`() throws {
    for round in 0..<12 {
      let folder = try TemporaryFolder()
      let workers = try (0..<3).map { _ in try Worker(["make", folder.path]) }
      for worker in workers { #expect(worker.wait() == 0, "round \(round)") }
      #expect(try secretFiles(in: folder).count == 1, "round \(round)")
      #expect(try !folder.files().keys.contains { $0.contains(".new-") })
      let keychain = try open(folder)
      try keychain.add("mail", "ada")
      #expect(try keychain.itemCount() == 1)
    }
  }

  @Test func `the copy of a key bag whose database is gone is kept beside the new one`() throws {
    let folder = try TemporaryFolder()
    try open(folder).add("mail", "ada")
    let path = TemporaryKeychain.path(in: folder)
    let orphan = try folder.bytes(of: "test.keychain-db.keybag")
    try FileManager.default.removeItem(atPath: path)
    try open(folder).add("mail", "bob")
    let files = try folder.files()
    let kept = files.filter { $0.key.hasPrefix("test.keychain-db.corrupt-") && $0.key.hasSuffix(".keybag") }
    #expect(Array(kept.values) == [orphan])
    #expect(files["test.keychain-db.keybag"] != orphan)
    // Making one where nothing was keeps nothing.
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.removeItem(atPath: path + ".keybag")
    try open(folder).add("mail", "eve")
    #expect(try folder.files().keys.count { $0.contains(".corrupt-") } == 1)
  }

  @Test func `threads of one process that make the same one at once share it`() throws {
    for _ in 0..<20 {
      let folder = try TemporaryFolder()
      let failures = Threads.run(4) { index, _ in
        try open(folder).add("mail", "\(index)")
      }
      #expect(failures == [])
      #expect(try open(folder).itemCount() == 4)
      #expect(try secretFiles(in: folder).count == 1)
    }
  }

  @Test func `one that is killed while it makes one leaves nothing, or a whole one`() throws {
    var random = SeededRandom(seed: .random(in: .min ... .max))
    let seed = random.seed
    for round in 0..<50 {
      let folder = try TemporaryFolder()
      let worker = try Worker(["make", folder.path])
      // The moment it is waited for first, since most of its life is the start of the process.
      while worker.isRunning, try !hasBegun(folder) { usleep(100) }
      usleep(.random(in: 0...6_000, using: &random))
      worker.kill()
      worker.wait()
      let isThere = FileManager.default.fileExists(atPath: TemporaryKeychain.path(in: folder))
      if isThere {
        #expect(
          try SQLiteFile(opening: TemporaryKeychain.path(in: folder)).value("PRAGMA integrity_check") == .text("ok"))
      }
      let keychain = try open(folder)
      try keychain.add("mail", "ada")
      #expect(try keychain.secretText("mail", "ada") == "secret", "seed \(seed), round \(round)")
      #expect(try !folder.files().keys.contains { $0.contains("-db.new-") }, "seed \(seed), round \(round)")
      if isThere { #expect(try secretFiles(in: folder).count == 1) }
    }
  }

  private func hasBegun(_ folder: TemporaryFolder) throws -> Bool {
    try !FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty
  }

  private func open(_ folder: TemporaryFolder) throws(KeychainError) -> Keychain {
    let caller = Caller(accessGroups: ["team.a"])
    return try Keychain(
      at: TemporaryKeychain.path(in: folder), as: caller, options: TemporaryKeychain.options(in: folder))
  }
}
