import Foundation
import Glibc
import KeychainKit
import Testing

@testable import SecurityTool

@Suite("The search list's file") struct SearchListTests {
  private let fixture: CommandFixture
  private var list: SearchList { SearchList(folder: fixture.path("config/keychain"), defaultKeychain: "/default") }

  init() throws {
    fixture = try CommandFixture()
  }

  @Test func `nothing written is the default keychain, and an empty list is empty`() throws {
    #expect(try list.paths() == ["/default"])
    try list.set([])
    #expect(try list.paths() == [])
    try list.append("/a")
    #expect(try list.paths() == ["/a"])
  }

  @Test func `a path stands in the list once`() throws {
    try list.append("/a")
    try list.append("/a")
    #expect(try list.paths() == ["/default", "/a"])
    try list.set(["/b", "/a", "/b"])
    #expect(try list.paths() == ["/b", "/a"])
  }

  @Test func `a path that would be two lines is refused, and the list stays`() throws {
    try list.set(["/a"])
    #expect(throws: KeychainError.self) { try list.set(["/b\n/c"]) }
    #expect(try list.paths() == ["/a"])
  }

  @Test func `processes that make keychains at the same moment lose none`() throws {
    let tool = ToolProcess(folder: fixture.folder)
    let names = ["one", "two", "three"]
    let processes = try names.map { name in
      let passphrase = try FilledPipe(Array("pw\n".utf8))
      return try tool.start(
        ["create-keychain", "--password-fd", "3", name],
        descriptors: [passphrase.descriptor, STDERR_FILENO, STDERR_FILENO, passphrase.descriptor])
    }
    for process in processes { #expect(try ToolProcess.exitCode(of: process) == 0) }
    for name in names { #expect(try tool.run(["lock-keychain", name]).exitCode == 0) }
    let folder = fixture.path("data/keychains")
    let expected = ["login.keychain-db"] + names.map { "\($0)-db" }
    let list = SearchList(folder: list.folder, defaultKeychain: "\(folder)/login.keychain-db")
    #expect(try Set(list.paths()) == Set(expected.map { "\(folder)/\($0)" }))
    let files = try FileManager.default.contentsOfDirectory(atPath: fixture.path("config/keychain")).sorted()
    #expect(files == ["search-list", "search-list.lock"])
  }
}
