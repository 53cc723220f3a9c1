import Foundation
import Glibc
import KeychainSchema
import Testing

@testable import KeychainCrypto

@Suite("Device secret files")
struct DeviceSecretFileTests {
  private let database = RandomBytes.identifier()

  private func failure(_ body: () throws(DeviceSecretError) -> Void) -> DeviceSecretError? {
    error(DeviceSecretError.self, of: body)
  }

  @Test func `a secret is made once, with its folder, for its owner alone`() throws {
    let folder = try TemporaryFolder()
    let source = DeviceSecretFile(folder: folder.path + "/state/keychain")
    #expect(try source.load(for: database) == nil)
    let made = try source.make(for: database)
    #expect(made.bytes.count == 32)
    let path = source.path(for: database)
    #expect(path.hasSuffix("/state/keychain/\(database.hyphenatedText).secret"))
    let file = try FileManager.default.attributesOfItem(atPath: path)
    #expect(file[.posixPermissions] as? Int == 0o600)
    #expect(file[.size] as? Int == 32)
    let parents = [folder.path + "/state", folder.path + "/state/keychain"]
    for parent in parents {
      #expect(try FileManager.default.attributesOfItem(atPath: parent)[.posixPermissions] as? Int == 0o700)
    }
    let loaded = try #require(try source.load(for: database))
    #expect(loaded.bytes.isEqual(to: made.bytes))
    #expect(try source.make(for: database).bytes.isEqual(to: made.bytes))
    #expect(try source.load(for: RandomBytes.identifier()) == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: source.folder).count == 1)
  }

  @Test func `an identifier is written as other programs write it`() throws {
    let identifier = try #require(Identifier([UInt8](0..<16)))
    #expect(identifier.hyphenatedText == "00010203-0405-0607-0809-0a0b0c0d0e0f")
  }

  @Test func `of many makers one wins and all have the same secret`() async throws {
    let folder = try TemporaryFolder()
    let source = DeviceSecretFile(folder: folder.path + "/race")
    for _ in 0..<20 {
      let database = RandomBytes.identifier()
      let secrets = try await withThrowingTaskGroup(of: DeviceSecret.self) { group in
        for _ in 0..<8 { group.addTask { try source.make(for: database) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let first = try #require(secrets.first)
      #expect(secrets.count == 8)
      #expect(secrets.allSatisfy { $0.bytes.isEqual(to: first.bytes) })
      #expect(try source.load(for: database)?.bytes.isEqual(to: first.bytes) == true)
    }
  }

  @Test func `two databases have two secrets and two identifiers`() throws {
    let folder = try TemporaryFolder()
    let source = DeviceSecretFile(folder: folder.path)
    let other = RandomBytes.identifier()
    let secret = try source.make(for: database)
    #expect(!secret.bytes.isEqual(to: try source.make(for: other).bytes))
    #expect(secret.identifier(for: database) != secret.identifier(for: other))
  }

  @Test func `removing it is final, and doing it twice is no error`() throws {
    let folder = try TemporaryFolder()
    let source = DeviceSecretFile(folder: folder.path)
    let secret = try source.make(for: database)
    try source.remove(for: database)
    #expect(try source.load(for: database) == nil)
    try source.remove(for: database)
    #expect(!secret.bytes.isEqual(to: try source.make(for: database).bytes))
  }

  @Test(arguments: [0, 1, 31, 33, 4_096])
  func `a file of another length is named as such`(byteCount: Int) throws {
    let folder = try TemporaryFolder()
    let source = DeviceSecretFile(folder: folder.path)
    let path = source.path(for: database)
    let isMade = FileManager.default.createFile(
      atPath: path, contents: Data(count: byteCount), attributes: [.posixPermissions: 0o600])
    #expect(isMade)
    #expect(
      failure { () throws(DeviceSecretError) in _ = try source.load(for: database) }
        == .wrongLength(path: path, byteCount))
    // Nor does making it anew replace what is there.
    #expect(
      failure { () throws(DeviceSecretError) in _ = try source.make(for: database) }
        == .wrongLength(path: path, byteCount))
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int == byteCount)
  }

  @Test(arguments: [0o644, 0o640, 0o620, 0o602, 0o700, 0o666])
  func `a file that others may use is refused`(mode: Int) throws {
    let folder = try TemporaryFolder()
    let source = DeviceSecretFile(folder: folder.path)
    _ = try source.make(for: database)
    let path = source.path(for: database)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    #expect(
      failure { () throws(DeviceSecretError) in _ = try source.load(for: database) }
        == .wrongMode(path: path, UInt32(mode)))
  }

  @Test func `a link, a folder and a pipe are no secrets`() throws {
    let folder = try TemporaryFolder()
    let source = DeviceSecretFile(folder: folder.path)
    let other = RandomBytes.identifier()
    _ = try source.make(for: other)
    let path = source.path(for: database)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: source.path(for: other))
    #expect(
      failure { () throws(DeviceSecretError) in _ = try source.load(for: database) } == .notARegularFile(path: path))
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(
      failure { () throws(DeviceSecretError) in _ = try source.load(for: database) } == .notARegularFile(path: path))
    try FileManager.default.removeItem(atPath: path)
    try #require(unsafe mkfifo(path, 0o600) == 0)
    #expect(
      failure { () throws(DeviceSecretError) in _ = try source.load(for: database) } == .notARegularFile(path: path))
  }

  @Test func `another user's file is refused`() throws {
    guard geteuid() == 0 else {
      print("skipped: only root can give a file away")
      return
    }
    let folder = try TemporaryFolder()
    let source = DeviceSecretFile(folder: folder.path)
    _ = try source.make(for: database)
    let path = source.path(for: database)
    try #require(unsafe chown(path, 65_534, 65_534) == 0)
    #expect(failure { () throws(DeviceSecretError) in _ = try source.load(for: database) } == .wrongOwner(path: path))
  }

  @Test func `a folder that cannot be made is named`() throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/file"
    #expect(FileManager.default.createFile(atPath: file, contents: nil))
    let source = DeviceSecretFile(folder: file + "/below")
    let found = failure { () throws(DeviceSecretError) in _ = try source.make(for: database) }
    #expect(found == .inputOutput(path: file + "/below", code: ENOTDIR))
    #expect(try source.load(for: database) == nil)
  }
}
