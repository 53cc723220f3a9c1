import Glibc
import KeychainKit
import TestSupport

/// A file system of a megabyte that fills up: a full disk as the system itself says it. Where mounting is allowed.
package enum SmallDiskRun {
  /// Whether this process may mount one.
  package static var isPossible: Bool {
    get throws {
      let folder = try TemporaryFolder()
      guard mount(folder) else { return false }
      unmount(folder)
      return true
    }
  }

  private static func mount(_ folder: TemporaryFolder) -> Bool {
    unsafe Glibc.mount("tmpfs", folder.path, "tmpfs", 0, "size=1m,mode=700") == 0
  }

  private static func unmount(_ folder: TemporaryFolder) {
    unsafe umount2(folder.path, Int32(MNT_DETACH))
  }

  /// Fills it with items of drawn sizes until an add fails, makes room by deleting, and begins again.
  package static func each(_ rounds: Int, seed: UInt64) throws -> RunReport {
    var report = RunReport("T7 full disk, a small one")
    let folder = try TemporaryFolder()
    guard mount(folder) else {
      report.obstacle = "mounting is not allowed"
      return report
    }
    defer { unmount(folder) }
    var random = SeededRandom(seed: seed)
    let keychain = try Keychain.create(
      at: TemporaryKeychain.path(in: folder), passphrase: nil, as: Caller(accessGroups: ["team.a"]),
      options: TemporaryKeychain.options(in: folder))
    var sizes: [Int: Int] = [:]
    for round in 0..<rounds {
      RunWatch.begin("\(report.name), seed \(seed), round \(round)")
      report.runs += 1
      let title = "seed \(seed), round \(round)"
      fill(keychain, &sizes, &random, &report, title)
      report.failures += problems(keychain, sizes).map { "\(title): \($0)" }
      for name in sizes.keys.shuffled(using: &random).prefix(sizes.count / 2) {
        do throws(KeychainError) {
          try keychain.delete(item(name))
          sizes[name] = nil
        } catch .diskFull {
          // A delete is a write too: the next one may find room.
          report.failedCalls += 1
        } catch {
          report.failures.append("\(title): deleting, \(error)")
        }
      }
      report.failures += problems(keychain, sizes).map { "\(title), after deleting: \($0)" }
    }
    let integrity = try SQLiteFile(opening: TemporaryKeychain.path(in: folder)).value("PRAGMA integrity_check")
    if integrity != .text("ok") { report.failures.append("the file is not whole") }
    return report
  }

  private static func fill(
    _ keychain: Keychain, _ sizes: inout [Int: Int], _ random: inout SeededRandom, _ report: inout RunReport,
    _ title: String
  ) {
    while true {
      let (name, size) = (Int.random(in: 0..<1_000, using: &random), Int.random(in: 1...20_000, using: &random))
      do throws(KeychainError) {
        try keychain.upsert(item(name), secret: SecretBytes(secret(name, size)))
        sizes[name] = size
      } catch .diskFull {
        report.failedCalls += 1
        return
      } catch {
        report.failures.append("\(title): \(error)")
        return
      }
    }
  }

  private static func item(_ name: Int) -> ItemQuery { .genericPassword(service: "disk", account: "\(name)") }

  private static func secret(_ name: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ name) }
  }

  /// Everything acknowledged is there, and nothing else.
  private static func problems(_ keychain: Keychain, _ sizes: [Int: Int]) -> [String] {
    do throws(KeychainError) {
      var problems: [String] = []
      for (name, size) in sizes where try !keychain.secret(for: item(name)).isEqual(to: SecretBytes(secret(name, size)))
      {
        problems.append("item \(name) is another one")
      }
      let count = try keychain.items(matching: .genericPassword(service: "disk")).count
      if count != sizes.count { problems.append("\(count) items instead of \(sizes.count)") }
      return problems
    } catch {
      return ["reading: \(error)"]
    }
  }
}
