import Testing

/// The reading of a trace itself, on orders of calls that are wrong as well.
@Suite("durability: the calls of a trace are taken for what they are") struct FlushOrderTests {
  // swift-format-ignore
  private static let lines = [
    "begin log":         #"pwrite64(5</k/test.keychain-db-wal>, "7\177\6"..., 32, 0) = 32"#,
    "write log":         #"pwrite64(5</k/test.keychain-db-wal>, "7\177\6"..., 4096, 32) = 4096"#,
    "flush log":         "fdatasync(5</k/test.keychain-db-wal>) = 0",
    "failed flush log":  "fdatasync(5</k/test.keychain-db-wal>) = -1 EIO (Input/output error)",
    "cut log":           "ftruncate(5</k/test.keychain-db-wal>, 0) = 0",
    "write database":    #"pwrite64(4</k/test.keychain-db>, "SQLite format 3\0"..., 4096, 0) = 4096"#,
    "flush database":    "fdatasync(4</k/test.keychain-db>)     = 0",
    "write bag":         #"write(7</k/test.keychain-db.keybag.new-1>, "KCKB\1"..., 700) = 700"#,
    "flush bag":         "fsync(7</k/test.keychain-db.keybag.new-1>) = 0",
    "failed flush bag":  "fsync(7</k/test.keychain-db.keybag.new-1>) = -1 ENOSPC (No space left on device)",
    "name bag":          #"rename("/l/k/test.keychain-db.keybag.new-1", "/l/k/test.keychain-db.keybag") = 0"#,
    "failed name bag":   #"rename("/k/test.keychain-db.keybag.new-1", "/k/test.keychain-db.keybag") = -1 EACCES (no)"#,
    "write new":         #"pwrite64(5</k/test.keychain-db.new-1>, "SQLite format 3\0"..., 4096, 0) = 4096"#,
    "flush new":         "fsync(4</k/test.keychain-db.new-1>) = 0",
    "name new":          #"renameat2(AT_FDCWD</>, "/k/test.keychain-db.new-1", AT_FDCWD</>, "/k/test.keychain-db", RENAME_NOREPLACE) = 0"#,
    "name snapshot":     #"rename("/k/test.keychain-db.new-1", "/k/test.keychain-db.snapshot-20250101T000000Z") = 0"#,
    "link new":          #"link("/k/test.keychain-db.new-1", "/k/test.backup") = 0"#,
    "flush folder":      "fsync(8</k>)     = 0",
    "flush another":     "fsync(8</k/state>) = 0",
  ]

  private static func told(_ text: String) -> String { #"write(1<pipe:[7]>, "\#(text)\n", 7) = 7"# }

  private func isDurable(_ calls: [String], _ text: String) throws -> Bool {
    let trace = [Self.told("ready")] + (try calls.map { try #require(Self.lines[$0]) }) + [Self.told(text)]
    let acknowledgements = FlushOrder(trace.joined(separator: "\n")).acknowledgements
    #expect(acknowledgements.map(\.line) == [text])
    return acknowledgements.allSatisfy(\.isDurable)
  }

  @Test(arguments: [
    (["write log", "flush log"], true),
    (["write log", "write log", "flush log", "flush database"], true),
    ([], false),
    (["write log"], false),
    (["flush log"], false),
    (["write log", "flush database"], false),
    (["write log", "flush log", "write log"], false),
    (["write log", "flush log", "write log", "flush log"], true),
    (["write log", "failed flush log"], false),
    (["write log", "failed flush log", "flush log"], false),
    // What is in the log leaves it only when the database has it.
    (["write log", "flush log", "cut log"], false),
    (["write log", "flush log", "write database", "cut log"], false),
    (["write log", "flush log", "flush database", "cut log"], false),
    (["write database", "write log", "flush log", "flush database", "cut log"], false),
    (["write log", "flush log", "write database", "flush database", "cut log"], true),
    (["write log", "flush log", "begin log", "flush log"], false),
    (["begin log", "write log", "flush log", "write database", "flush database", "begin log", "flush log"], true),
  ])
  func `a write is durable when the log is flushed`(calls: [String], isDurable: Bool) throws {
    for text in ["+w.1 0", "-w.1"] { #expect(try self.isDurable(calls, text) == isDurable) }
  }

  @Test(arguments: [
    (["write bag", "flush bag", "name bag", "flush folder"], true),
    (["write bag", "flush bag", "name bag", "flush folder", "write log", "flush log"], true),
    (["write bag", "flush bag", "name bag", "flush folder", "write log"], false),
    ([], false),
    (["write bag", "name bag", "flush folder"], false),
    (["write bag", "failed flush bag", "name bag", "flush folder"], false),
    (["write bag", "name bag", "flush bag", "flush folder"], false),
    (["flush bag", "name bag", "flush folder"], false),
    (["write bag", "flush bag", "write bag", "name bag", "flush folder"], false),
    (["write bag", "flush bag", "flush folder"], false),
    (["write bag", "flush bag", "failed name bag", "flush folder"], false),
    (["write bag", "flush bag", "name bag"], false),
    (["write bag", "flush bag", "name bag", "flush another"], false),
    (["write bag", "flush bag", "flush folder", "name bag"], false),
  ])
  func `a change of the key bag is durable with its copy, which follows the log`(
    calls: [String], isDurable: Bool
  ) throws {
    #expect(try self.isDurable(["write log", "flush log"] + calls, "=set") == isDurable)
    // Whatever the copy is: with no log, or before it, the bag is not in the database.
    #expect(try !self.isDurable(calls, "=set"))
    #expect(try !self.isDurable(["write log"] + calls, "=set"))
    #expect(try !self.isDurable(calls + ["write log", "flush log"], "=set"))
  }

  @Test(arguments: ["made": "name new", "copied": "name snapshot", "saved": "link new"])
  func `a file that was made is durable when it, then its name, is flushed`(text: String, name: String) throws {
    #expect(try isDurable(["write new", "flush new", name, "flush folder"], text))
    #expect(try !isDurable(["write log", "flush log"], text))
    #expect(try !isDurable(["write new", name, "flush folder"], text))
    #expect(try !isDurable(["write new", name, "flush new", "flush folder"], text))
    #expect(try !isDurable(["write new", "flush new", name], text))
    #expect(try !isDurable(["write new", "flush new", "flush folder"], text))
    let others = Set(["name new", "name snapshot", "link new"]).subtracting([name])
    for other in others { #expect(try !isDurable(["write new", "flush new", other, "flush folder"], text)) }
  }

  @Test func `what an acknowledgement has does not serve the next one`() throws {
    let calls = ["write log", "flush log", "write bag", "flush bag", "name bag", "flush folder"]
    let lines = try calls.map { try #require(Self.lines[$0]) } + [Self.told("=set"), Self.told("=changed")]
    let acknowledgements = FlushOrder(lines.joined(separator: "\n")).acknowledgements
    #expect(acknowledgements.map(\.missing) == [[], ["the log", "test.keychain-db.keybag"]])
  }
}
