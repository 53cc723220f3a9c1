import Foundation
import Glibc
import KeychainKit
import TestSupport

/// Files that may not be used as they lie there, as a user finds them who is not the super-user.
///
/// Who is the super-user runs the keychain's process as nobody, because permissions do not hold for themselves.
package enum PermissionRun {
  package static func each(_ cases: [PermissionCase] = PermissionCase.all) throws -> RunReport {
    var report = RunReport("T8 permissions")
    let left = geteuid() == 0 ? cases : cases.filter { !$0.needsRoot }
    if left.count < cases.count { report.obstacle = "\(cases.count - left.count) cases take the super-user" }
    for one in left {
      RunWatch.begin("\(report.name), \(one.name)")
      report.runs += 1
      if let problem = try problem(with: one, &report) { report.failures.append("\(one.name): \(problem)") }
    }
    return report
  }

  private static func problem(with one: PermissionCase, _ report: inout RunReport) throws -> String? {
    let folder = try TemporaryFolder()
    let owner: uid_t = geteuid() == 0 ? 65_534 : geteuid()
    guard unsafe chown(folder.path, owner, owner) == 0, try told(["own", folder.path, "make"]) == "made" else {
      return "no keychain was made"
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/state")
    guard let secret = names.first(where: { $0.hasSuffix(".secret") }) else { return "no device secret was made" }
    let place = PermissionFolder(path: folder.path, owner: owner, identifier: String(secret.dropLast(7)))
    let bytes = try kept(in: folder)
    guard one.prepare(place) else { return "cannot be brought about: error \(errno)" }
    let answer = try told(["own", folder.path, "use"])
    let isUndone = one.undo(place)
    if !answer.hasPrefix("opened") { report.failedCalls += 1 }
    guard isUndone else { return "cannot be undone: error \(errno)" }
    if answer != one.expected { return "`\(answer)` instead of `\(one.expected)`" }
    if !answer.hasPrefix("opened"), try kept(in: folder) != bytes { return "refused, and a file is another one" }
    // Whoever puts the files in order again finds everything.
    let after = try told(["own", folder.path, "use"])
    return after == "opened, written" ? nil : "afterwards: \(after)"
  }

  /// What must not change by a refusal.
  private static func kept(in folder: TemporaryFolder) throws -> [String: [UInt8]] {
    try folder.files().filter { !$0.key.hasSuffix("-shm") && !$0.key.hasSuffix(".lock") }
  }

  /// What a process of the owner's says.
  private static func told(_ arguments: [String]) throws -> String {
    let worker: Worker
    if geteuid() == 0 {
      let program = Worker.executable(KillRun.program).path(percentEncoded: false)
      worker = try Worker(
        ["--reuid", "65534", "--regid", "65534", "--clear-groups", program] + arguments, program: "/usr/bin/setpriv")
    } else {
      worker = try Worker(arguments, program: KillRun.program)
    }
    let lines = worker.lines()
    worker.wait()
    return lines.joined(separator: " | ")
  }
}

extension PermissionRun {
  /// Makes a keychain in a folder, or opens it, reads all of it and adds an item: the process of the owner's.
  package static func own(_ folder: String, _ verb: String) throws -> String {
    let path = "\(folder)/keychains/\(AttackedKeychain.database)"
    let options = TemporaryKeychain.options(stateFolder: "\(folder)/state")
    let caller = Caller(accessGroups: ["team.a"])
    if verb == "make" {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/keychains", withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      let keychain = try Keychain.create(at: path, passphrase: nil, as: caller, options: options)
      for number in 0..<4 { try keychain.add(item(number), secret: "secret") }
      // Left open, so that its log and its lock file lie there; the anchor is of the first of these writes.
      end(telling: "made")
    }
    do throws(KeychainError) {
      let keychain = try Keychain.open(path, as: caller, options: options)
      for number in 0..<4 { _ = try keychain.secret(for: item(number)) }
      return "opened, " + write(keychain)
    } catch {
      return name(of: error)
    }
  }

  /// Ends the process without closing anything, as a kill would.
  private static func end(telling line: String) -> Never {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    _exit(0)
  }

  private static func item(_ number: Int) -> ItemQuery { .genericPassword(service: "mail", account: "\(number)") }

  private static func write(_ keychain: Keychain) -> String {
    do throws(KeychainError) {
      try keychain.upsert(item(9), secret: "later")
      return "written"
    } catch {
      return name(of: error)
    }
  }

  private static func name(of error: KeychainError) -> String {
    switch error {
    case .unusable: "unusable"
    case .readOnly: "readOnly"
    case .rolledBack: "rolledBack"
    default: "\(error)"
    }
  }
}
