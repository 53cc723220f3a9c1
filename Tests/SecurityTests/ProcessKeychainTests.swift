import Foundation
import KeychainKit
import Security
import TestSupport
import Testing

@Suite("SecItem: the keychain and the caller of a process") struct ProcessKeychainTests {
  private let folder: TemporaryFolder
  private let environment: [String: String]

  init() throws {
    folder = try TemporaryFolder()
    environment = ["KEYCHAIN_PATH": "\(folder.path)/p.keychain-db", "KEYCHAIN_STATE": "\(folder.path)/state"]
  }

  /// What a process of its own says that makes SecItem calls.
  private func answer(
    _ arguments: [String], _ more: [String: String] = [:], program: String = Worker.path
  ) throws -> [String] {
    let worker = try Worker(
      ["secitem"] + arguments, program: program, environment: environment.merging(more) { $1 })
    let lines = worker.lines()
    #expect(worker.wait() == 0)
    return lines
  }

  private func entitlements(_ groups: [String]) throws -> [String: String] {
    let elements = groups.map { "<string>\($0)</string>" }.joined()
    let list = "<dict><key>keychain-access-groups</key><array>\(elements)</array></dict>"
    let text = "<?xml version=\"1.0\"?><plist version=\"1.0\">\(list)</plist>"
    return ["KEYCHAIN_ENTITLEMENTS": try folder.write(text, to: "\(groups.joined()).entitlements")]
  }

  @Test func `processes without entitlements share the group default`() throws {
    #expect(try answer(["add", "a"]) == ["0"])
    #expect(try answer(["copy", "a"]) == ["0 default secret of a"])
    #expect(try answer(["add", "a"]) == ["-25299"])
    #expect(try answer(["delete", "a"]) == ["0"])
    #expect(try answer(["copy", "a"]) == ["-25300"])
  }

  @Test func `the environment names the entitlements, and they name what a process sees`() throws {
    let (mail, shared) = (try entitlements(["TEAM.mail"]), try entitlements(["TEAM.notes", "TEAM.mail"]))
    #expect(try answer(["add", "a"], mail) == ["0"])
    #expect(try answer(["copy", "a"], mail) == ["0 TEAM.mail secret of a"])
    #expect(try answer(["copy", "a"], shared) == ["0 TEAM.mail secret of a"])
    #expect(try answer(["copy", "a"]) == ["-25300"])
    #expect(try answer(["add", "b"], shared) == ["0"])
    #expect(try answer(["copy", "b"], mail) == ["-25300"])
  }

  @Test func `entitlements that cannot be read let nobody in, and say so`() throws {
    let missing = ["KEYCHAIN_ENTITLEMENTS": "\(folder.path)/nowhere.entitlements"]
    #expect(try answer(["add", "a"], missing) == ["-25291"])
    #expect(try answer(["error", "a"], missing).last?.contains("nowhere.entitlements") == true)
    let broken = ["KEYCHAIN_ENTITLEMENTS": try folder.write("no list", to: "broken.entitlements")]
    #expect(try answer(["add", "a"], broken) == ["-25291"])
    let array = "<?xml version=\"1.0\"?><plist version=\"1.0\"><array/></plist>"
    let list = ["KEYCHAIN_ENTITLEMENTS": try folder.write(array, to: "list.entitlements")]
    #expect(try answer(["copy", "a"], list) == ["-25291"])
    #expect(try answer(["copy", "a"]) == ["-25300"])
  }

  @Test func `several processes add at the same time, and nothing is lost`() throws {
    let workers = try ["x", "y", "z"].map { try Worker(["secitem", "add", $0, "50"], environment: environment) }
    for worker in workers {
      #expect(worker.lines() == Array(repeating: "0", count: 50))
      #expect(worker.wait() == 0)
    }
    for account in ["x.0", "y.49", "z.25"] {
      #expect(try answer(["copy", account]) == ["0 default secret of \(account)"])
    }
  }

  @Test func `a program that was replaced keeps its entitlements, and a link to nowhere is no absence`() throws {
    let program = "\(folder.path)/worker"
    try FileManager.default.copyItem(atPath: Worker.path, toPath: program)
    let list = "<dict><key>application-identifier</key><string>TEAM.app</string></dict>"
    let text = "<?xml version=\"1.0\"?><plist version=\"1.0\">\(list)</plist>"
    _ = try folder.write(text, to: "worker.entitlements")
    #expect(try answer(["add", "a"], program: program) == ["0"])
    #expect(try answer(["copy", "a"], program: program) == ["0 TEAM.app secret of a"])
    // The worker takes its own file away before its first call, as an upgrade does.
    #expect(try answer(["copy-removed", "a"], program: program) == ["0 TEAM.app secret of a"])
    try FileManager.default.copyItem(atPath: Worker.path, toPath: program)
    try FileManager.default.removeItem(atPath: "\(program).entitlements")
    try FileManager.default.createSymbolicLink(
      atPath: "\(program).entitlements", withDestinationPath: "\(folder.path)/nowhere")
    #expect(try answer(["add", "b"], program: program) == ["-25291"])
  }

  @Test(.disabled(if: Sanitizer.current != nil, "a sanitizer grows by itself"))
  func `thousands of calls grow a process by no more than their share of a megabyte`() throws {
    // One arena: a second one is memory of the C library's, and no growth.
    let environment = environment.merging(["MALLOC_ARENA_MAX": "1"]) { $1 }
    let worker = try Worker(["growth", "500", "4500"], environment: environment)
    let grown = try #require(worker.lines().first.flatMap { Int($0) })
    #expect(worker.wait() == 0)
    // The bound of a megabyte for 90,000 rounds, and a few pages.
    #expect(grown < 64 << 10)
  }

  @Test func `a denial names the group that was asked for and those that are held`() throws {
    let items = try SecItemFixture(groups: ["team.a", "team.b"])
    try items.run {
      let query = [CFString: Any].passwords.with([kSecAttrAccessGroup: "team.secret"]) as CFDictionary
      #expect(SecItemCopyMatching(query, nil) == errSecMissingEntitlement)
      let words = ProcessKeychain.lastError?.description ?? ""
      for group in ["team.secret", "team.a", "team.b"] { #expect(words.contains(group), "\(words)") }
      #expect(SecItemAdd([CFString: Any].password("a") as CFDictionary, nil) == errSecSuccess)
      #expect(ProcessKeychain.lastError == nil)
    }
  }

  @Test func `the last error is that of the thread`() throws {
    let items = try SecItemFixture()
    try items.run {
      #expect(SecItemDelete([:] as CFDictionary) == errSecParam)
      #expect(Threads.run(1) { _, report in report.expect(ProcessKeychain.lastError == nil, "another's") } == [])
      #expect(ProcessKeychain.lastError != nil)
    }
  }

  @Test func `a keychain for one task is for it alone`() async throws {
    let (first, second) = (try TemporaryKeychain(), try TemporaryKeychain())
    let names = ["first", "second"]
    let keychains = [try first.keychain, try second.keychain]
    await withTaskGroup(of: Void.self) { group in
      for (name, keychain) in zip(names, keychains) {
        group.addTask {
          await ProcessKeychain.withKeychain(keychain) {
            for number in 0..<20 {
              #expect(SecItemAdd([CFString: Any].password("\(name).\(number)") as CFDictionary, nil) == errSecSuccess)
              await Task.yield()
            }
          }
        }
      }
    }
    for (name, keychain) in zip(names, keychains) {
      let accounts = try keychain.items(matching: .all(.genericPassword)).compactMap(\.account)
      #expect(accounts.count == 20)
      #expect(accounts.allSatisfy { $0.hasPrefix(name) })
    }
  }
}
