import Foundation
import Glibc
import KeychainKit
import KeychainStorage
import TestSupport
import Testing

@Suite("bad input: files that are no keychain") struct FileRefusalTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = TemporaryKeychain.path(in: folder)
  }

  private func open() throws(KeychainError) -> Keychain {
    try Keychain(at: path, options: TemporaryKeychain.options(in: folder))
  }

  /// The error of opening, which must name the path.
  private func refusal() throws -> KeychainError? {
    do throws(KeychainError) {
      _ = try open()
      return nil
    } catch {
      #expect("\(error)".contains(path), "the message names the path: \(error)")
      return error
    }
  }

  @Test(arguments: [
    [UInt8](), [0], [UInt8]("hello".utf8), [UInt8](repeating: 0, count: 4_096), [UInt8]("SQLite format 3\0".utf8),
    [UInt8]("SQLite format 3\0".utf8) + [UInt8](repeating: 0xFF, count: 8_176),
    [UInt8](repeating: 0x41, count: 100_000),
  ])
  func `bytes that are no database are told, and stay as they are`(bytes: [UInt8]) throws {
    try folder.write(bytes, to: "test.keychain-db")
    #expect(try refusal()?.status == .invalidKeychain)
    #expect(try folder.bytes(of: "test.keychain-db") == bytes)
    #expect(try folder.files().keys.sorted() == ["test.keychain-db"])
  }

  @Test func `another program's database is told, and stays as it is`() throws {
    let foreign = try SQLiteFile(opening: path)
    try foreign.execute("CREATE TABLE item(id INTEGER PRIMARY KEY, secret TEXT); INSERT INTO item VALUES(1, 'theirs')")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    let before = try folder.bytes(of: "test.keychain-db")
    #expect(try refusal()?.status == .invalidKeychain)
    #expect(try folder.bytes(of: "test.keychain-db") == before)
    #expect(try folder.files().keys.sorted() == ["test.keychain-db"])
  }

  @Test func `a folder is told`() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    guard case .notAKeychain(let named, let reason)? = try refusal() else { Issue.record("another error"); return }
    #expect(named == path && reason == "it is a folder")
  }

  @Test func `a symbolic link is told, and what it leads to is untouched`() throws {
    let other = try TemporaryKeychain()
    let before = try other.folder.bytes(of: "test.keychain-db")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other.path)
    guard case .unusable(let named, let reason)? = try refusal() else { Issue.record("another error"); return }
    #expect(named == path && reason == "it is a symbolic link")
    #expect(try other.folder.bytes(of: "test.keychain-db") == before)
  }

  @Test func `a hard link is told under both names`() throws {
    let keychain = try TemporaryKeychain()
    keychain.close()
    try FileManager.default.linkItem(atPath: keychain.path, toPath: path)
    guard case .unusable(_, let reason)? = try refusal() else { Issue.record("another error"); return }
    #expect(reason == "it has more than one name")
    #expect(status { try keychain.keychain } == .notAvailable)
  }

  @Test(arguments: [0o644, 0o640, 0o606, 0o666])
  func `a mode that lets others in is told, and not changed`(mode: Int) throws {
    let keychain = try TemporaryKeychain()
    keychain.close()
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: keychain.path)
    let before = try keychain.folder.bytes(of: "test.keychain-db")
    #expect(throws: KeychainError.self) { try keychain.keychain }
    #expect(status { try keychain.keychain } == .notAvailable)
    let attributes = try FileManager.default.attributesOfItem(atPath: keychain.path)
    #expect(attributes[.posixPermissions] as? Int == mode)
    #expect(try keychain.folder.bytes(of: "test.keychain-db") == before)
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives files away"))
  func `another owner's file is told`() throws {
    let keychain = try TemporaryKeychain()
    keychain.close()
    try FileManager.default.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: keychain.path)
    guard case .unusable(_, "it belongs to another user")? = opening(keychain) else {
      Issue.record("another error")
      return
    }
  }

  private func opening(_ keychain: TemporaryKeychain) -> KeychainError? {
    do throws(KeychainError) {
      _ = try keychain.keychain
      return nil
    } catch {
      return error
    }
  }

  @Test func `a folder that does not exist is told`() throws {
    let path = "\(folder.path)/nowhere/test.keychain-db"
    let options = TemporaryKeychain.options(in: folder)
    #expect(status { try Keychain(at: path, options: options) } == .notAvailable)
    #expect(status { try Keychain.open(path, options: options) } == .notAvailable)
    #expect(try folder.files().isEmpty, "nothing was made, no device secret either")
  }

  @Test func `opening what is not there makes nothing, and making what is there is refused`() throws {
    let options = TemporaryKeychain.options(in: folder)
    #expect(status { try Keychain.open(path, options: options) } == .noSuchKeychain)
    #expect(try folder.files().isEmpty)
    let keychain = try TemporaryKeychain()
    let before = try FileContent(of: keychain)
    let stateOptions = TemporaryKeychain.options(in: keychain.folder)
    let made = status { try Keychain.create(at: keychain.path, passphrase: nil, options: stateOptions) }
    #expect(made == .duplicateKeychain)
    #expect(try FileContent(of: keychain) == before)
    #expect(try keychain.folder.files().keys.filter { $0.hasSuffix(".secret") }.count == 1)
  }

  // swift-format-ignore
  @Test(arguments: [
    (0x6969, "NFS"), (0xFF53_4D42, "CIFS"), (0x6573_5546, "FUSE"), (0xFE53_4D42, "SMB2"),
  ] as [(UInt32, String)])
  func `a file system without reliable locks is told by its name`(magic: UInt32, name: String) throws {
    for isThere in [false, true] {
      if isThere { try folder.write([1], to: "test.keychain-db") }
      do throws(StorageError) {
        _ = try Database.inspect(path, fileSystemType: { _ in magic })
        Issue.record("\(name) was accepted")
      } catch {
        #expect(error == .unsupportedFileSystem(path: path, name: name))
        let shown = KeychainError(error)
        #expect(shown.status == .notAvailable)
        #expect("\(shown)".contains(path) && "\(shown)".contains(name))
      }
    }
  }

  @Test func `without HOME, an error names it and the variable that would do`() {
    let nowhere = KeychainLocation { _ in nil }
    let relative = KeychainLocation { ["HOME": "home", "XDG_DATA_HOME": "share"][$0] }
    for location in [nowhere, relative] {
      let places: [(String, () throws -> String)] = [
        ("XDG_DATA_HOME", { try location.keychainFolder }), ("XDG_STATE_HOME", { try location.stateFolder }),
        ("XDG_CONFIG_HOME", { try location.configurationFolder }),
      ]
      for (variable, place) in places {
        do {
          Issue.record("\(try place()) was found")
        } catch {
          #expect((error as? KeychainError)?.status == .noDefaultKeychain)
          #expect("\(error)".contains("HOME") && "\(error)".contains(variable))
        }
      }
    }
  }

  @Test func `the environment says where things lie`() throws {
    let location = KeychainLocation { ["HOME": "/h", "XDG_DATA_HOME": "/d", "KEYCHAIN_STATE": "/s"][$0] }
    #expect(try location.defaultKeychain == "/d/keychains/login.keychain-db")
    #expect(try location.stateFolder == "/s")
    #expect(try location.configurationFolder == "/h/.config/keychain")
    #expect(try KeychainLocation { $0 == "KEYCHAIN_PATH" ? "/k" : nil }.defaultKeychain == "/k")
  }
}
