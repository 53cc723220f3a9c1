import Foundation
import KeychainKit
import TestSupport

extension FuzzTarget {
  /// The small files around a database: lock file, copy of the bag, device secret, anchor. The first byte says which.
  static let files = FuzzTarget(
    name: "files",
    seeds: {
      let folder = try FileFuzz.closed()
      return try FileFuzz.small.indices.map { index in
        [UInt8(index)] + (try FileFuzz.content(ending: FileFuzz.small[index], in: folder))
      }
    },
    make: {
      let files = try FileFuzz.closed()
      let fuzz = try FileFuzz()
      return { bytes in
        let ending = FileFuzz.small[Int(bytes.first ?? 0) % FileFuzz.small.count]
        var changed = files
        for name in files.keys where name.hasSuffix(ending) { changed[name] = Array(bytes.dropFirst()) }
        fuzz.use(changed)
      }
    })

  /// A database and its log with pieces of them written over: file, place, count and bytes, again and again.
  static let database = FuzzTarget(
    name: "database",
    seeds: { [[0, 0, 0, 16, 2, 16, 0], [0, 2, 0, 0, 1, 5, 0, 3, 0, 9, 2, 0, 0], [1, 0, 0, 24, 4, 1, 2, 3, 4]] },
    make: {
      let files = try FileFuzz.withLog()
      let fuzz = try FileFuzz()
      return { bytes in
        var source = ByteSource(bytes)
        var changed = files
        while !source.isEmpty {
          let name = source.byte() % 2 == 0 ? "test.keychain-db" : "test.keychain-db-wal"
          let place = (0..<3).reduce(0) { place, _ in place << 8 | Int(source.byte()) }
          let piece = source.blob()
          guard let count = changed[name]?.count, count > 0 else { continue }
          for (offset, byte) in piece.enumerated() { changed[name]?[(place + offset) % count] = byte }
        }
        fuzz.use(changed)
      }
    })
}

/// Opens files, reads and writes all there is, and closes them.
private final class FileFuzz {
  static let small = [".lock", ".keybag", ".secret", ".anchor"]

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder(inMemory: true)
    try FileManager.default.createDirectory(
      atPath: TemporaryKeychain.stateFolder(in: folder), withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
  }

  static func closed() throws -> [String: [UInt8]] {
    let folder = try TemporaryFolder(inMemory: true)
    do { _ = try FuzzedKeychain.filled(in: folder) }
    return try folder.files()
  }

  static func withLog() throws -> [String: [UInt8]] {
    let folder = try TemporaryFolder(inMemory: true)
    let keychain = try FuzzedKeychain.filled(in: folder)
    try keychain.add(.genericPassword(service: "later"), secret: "in the log")
    return try folder.files().filter { !$0.key.hasSuffix("-shm") }
  }

  static func content(ending: String, in files: [String: [UInt8]]) throws -> [UInt8] {
    guard let bytes = files.first(where: { $0.key.hasSuffix(ending) })?.value else { throw CancellationError() }
    return bytes
  }

  func use(_ files: [String: [UInt8]]) {
    let (path, options) = (TemporaryKeychain.path(in: folder), TemporaryKeychain.options(in: folder))
    do {
      for (name, bytes) in files { try folder.write(bytes, to: name) }
      defer { clear() }
      attempt { try Keychain.repair(path, isTrial: true, options: options) }
      let keychain = try Keychain.open(path, as: Caller(accessGroups: ["*"]), options: options)
      for itemClass in ["genp", "inet", "cert", "keys"] {
        attempt {
          let query: [String: Any] = [
            "class": itemClass, "r_Attributes": true, "r_Data": true, "m_Limit": "m_LimitAll",
          ]
          _ = try keychain.copyMatching(query)
        }
      }
      attempt { _ = try keychain.verify() }
      attempt { try keychain.add(["class": "genp", "acct": "new", "agrp": "team.a", "v_Data": Data("s".utf8)]) }
      attempt { try keychain.update(["class": "genp"], ["labl": "new"]) }
      attempt { try keychain.delete(["class": "inet", "sync": "syna"]) }
      attempt { try keychain.acceptState() }
      attempt { try keychain.acceptQuarantine() }
    } catch {
      clear()
    }
  }

  private func attempt(_ call: () throws -> Void) {
    do { try call() } catch {}
  }

  private func clear() {
    for name in FileManager.default.subpaths(atPath: folder.path) ?? [] where name != "state" {
      _ = unsafe unlink("\(folder.path)/\(name)")
    }
  }
}
