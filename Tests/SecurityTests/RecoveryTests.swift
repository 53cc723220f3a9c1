import Foundation
import KeychainKit
import TestSupport
import Testing

/// What a process finds whose default keychain is no database: what Apple's tests of bad and unreadable files ask for,
/// and that nothing is lost on the way.
@Suite("SecItem: a default keychain that is no database") struct RecoveryTests {
  private let folder: TemporaryFolder
  private let environment: [String: String]
  private let name = "p.keychain-db"
  private static let garbage = [UInt8]("bplist00 and other things that are no database".utf8)

  init() throws {
    folder = try TemporaryFolder()
    environment = ["KEYCHAIN_PATH": "\(folder.path)/\(name)", "KEYCHAIN_STATE": "\(folder.path)/state"]
  }

  private func answer(_ arguments: [String], complaint: String? = nil) throws -> [String] {
    let worker = try Worker(["secitem"] + arguments, environment: environment)
    let lines = worker.lines()
    #expect(worker.wait() == 0)
    let complaints = worker.complaints
    if let complaint { #expect(complaints.contains(complaint), "\(complaints)") } else { #expect(complaints == "") }
    return lines
  }

  private func aside() throws -> [String] {
    try folder.files().keys.filter { file in
      file.hasPrefix("\(name).corrupt-") && !["-wal", "-shm", ".keybag"].contains { file.hasSuffix($0) }
    }
  }

  /// Adding, adding again, finding and deleting answer as if nothing had been.
  private func expectRound() throws {
    #expect(try answer(["round", "smith"], complaint: "was no database") == ["0 -25299", "0 0"])
    #expect(try answer(["round", "smith"]) == ["0 -25299", "0 0"])
  }

  @Test func `garbage in its place is kept aside, and every call answers as ever`() throws {
    #expect(try answer(["add", "before"]) == ["0"])
    try folder.write(Self.garbage, to: name)
    try expectRound()
    let kept = try aside()
    #expect(kept.count == 1)
    #expect(try folder.bytes(of: try #require(kept.first)) == Self.garbage)
  }

  @Test func `a file of length 0 that nobody may read is mended, and every call answers as ever`() throws {
    #expect(try answer(["copy", "nobody"]) == ["-25300"])
    try folder.write([], to: name)
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: "\(folder.path)/\(name)")
    try expectRound()
    #expect(try folder.bytes(of: try #require(try aside().first)) == [])
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")
    #expect(attributes[.posixPermissions] as? NSNumber == 0o600)
  }

  @Test func `a sound file that nobody may read gets its mode back, and nothing else`() throws {
    #expect(try answer(["add", "ada"]) == ["0"])
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: "\(folder.path)/\(name)")
    #expect(try answer(["copy", "ada"]) == ["0 default secret of ada"])
    #expect(try aside().isEmpty)
  }

  @Test func `what a snapshot has comes back, and the program is told`() throws {
    #expect(try answer(["add", "ada"]) == ["0"])
    try makeSnapshot()
    for handler in [true, false] {
      try folder.write(Self.garbage, to: name)
      let lines = try answer(
        ["recover", "ada"] + (handler ? ["handler"] : []), complaint: handler ? nil : "was no database")
      #expect(lines == (handler ? ["told 1"] : []) + ["0", "recovery 1"])
    }
    #expect(try answer(["recover", "ada"]) == ["0", "recovery none"])
    #expect(try answer(["copy", "ada"]) == ["0 default secret of ada"])
  }

  @Test func `a program whose standard error nobody reads goes on`() throws {
    #expect(try answer(["add", "ada"]) == ["0"])
    try makeSnapshot()
    try folder.write(Self.garbage, to: name)
    let (output, errors) = (Pipe(), Pipe())
    try errors.fileHandleForReading.close()
    let process = Process()
    process.executableURL = Worker.executable("KeychainWorker")
    process.arguments = ["secitem", "recover", "ada"]
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    #expect(text == "0\nrecovery 1\n")
  }

  @Test func `a file that its owner has protected from being written stays so`() throws {
    #expect(try answer(["add", "ada"]) == ["0"])
    let path = "\(folder.path)/\(name)"
    try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
    _ = try answer(["copy", "ada"])
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber == 0o400)
  }

  private func makeSnapshot() throws {
    let options = Keychain.Options(stateFolder: "\(folder.path)/state")
    try Keychain.open("\(folder.path)/\(name)", options: options).makeSnapshot()
  }

  @Test func `with no readable key bag nothing is made, whatever stands there`() throws {
    for bytes in [[], Self.garbage] {
      let file = try folder.write(bytes, to: name)
      #expect(try answer(["add", "ada"]) == ["-25291"])
      #expect(try answer(["error", "ada"]).last?.contains("no copy of the key bag") == true)
      #expect(try folder.bytes(of: name) == bytes)
      #expect(try aside().isEmpty)
      #expect(try folder.files().keys.filter { $0.hasSuffix(".secret") || $0.hasSuffix(".keybag") }.isEmpty)
      try FileManager.default.removeItem(atPath: file)
    }
  }

  @Test func `a database of another program is not replaced`() throws {
    #expect(try answer(["add", "ada"]) == ["0"])
    let other = "\(folder.path)/other"
    let database = try SQLiteFile(opening: other)
    try database.execute("CREATE TABLE genp(rowid INTEGER PRIMARY KEY, data BLOB)")
    let bytes = try folder.bytes(of: "other")
    try folder.write(bytes, to: name)
    for suffix in ["-wal", "-shm"] where FileManager.default.fileExists(atPath: "\(folder.path)/\(name)\(suffix)") {
      try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)\(suffix)")
    }
    #expect(try answer(["add", "bob"]) == ["-25295"])
    #expect(try folder.bytes(of: name) == bytes)
    #expect(try aside().isEmpty)
  }

  @Test func `a file that is open to others, a link and a folder are refused as ever`() throws {
    #expect(try answer(["add", "ada"]) == ["0"])
    let path = "\(folder.path)/\(name)"
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    #expect(try answer(["copy", "ada"]) == ["-25291"])
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/null")
    #expect(try answer(["copy", "ada"]) == ["-25291"])
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(try answer(["copy", "ada"]) == ["-25295"])
    #expect(try aside().isEmpty)
  }

  @Test func `several processes at once make one keychain of it`() throws {
    #expect(try answer(["add", "before"]) == ["0"])
    try folder.write(Self.garbage, to: name)
    let workers = try ["x", "y", "z"].map { try Worker(["secitem", "add", $0, "10"], environment: environment) }
    for worker in workers {
      #expect(worker.lines() == Array(repeating: "0", count: 10))
      #expect(worker.wait() == 0)
    }
    #expect(try aside().count == 1)
    for account in ["x.0", "y.9", "z.5"] {
      #expect(try answer(["copy", account]) == ["0 default secret of \(account)"])
    }
  }
}
