import Foundation
import KeychainKit
import TestSupport

/// A changed copy of an attacked keychain, opened as the next process would and held against what SQLite alone says.
///
/// Nothing wrong is ever returned. What is missing or old is noticed, or there is an error that says what is wrong.
/// What SQLite finds in order is there. A file that is refused keeps its bytes.
struct AttackTrial {
  let target: AttackedKeychain
  let folder: TemporaryFolder
  var passphrase = AttackedKeychain.passphrase

  /// What a trial came to.
  struct Outcome {
    var problem: String?
    /// Whether some call ended with an error.
    var hasError = false
    /// Whether the record, the anchor or an error told that the file is not as it was left.
    var isNoticed = false
    /// What was read of the entries.
    var found = Contents()
  }

  init(_ target: AttackedKeychain) throws {
    self.target = target
    folder = try TemporaryFolder(inMemory: true)
  }

  /// Opens the files and judges what comes.
  func outcome(of files: AttackedKeychain.Files) throws -> Outcome {
    let raw = try RawLook(at: files)
    clear()
    try write(files)
    do throws(KeychainError) {
      let keychain = try Keychain.open(
        TemporaryKeychain.path(in: folder), as: Caller(accessGroups: ["*"]),
        options: TemporaryKeychain.options(in: folder))
      try keychain.unlock(passphrase: SecretBytes(passphrase))
      return outcome(of: keychain, raw, hasState: hasState(files))
    } catch {
      var outcome = Outcome(hasError: true, isNoticed: true)
      if !Self.isHonest(error), files[AttackedKeychain.database] != nil {
        outcome.problem = "refused with `\(error)`"
      } else if hasState(files), raw.mustOpen(like: target.raw) {
        outcome.problem = "refused with `\(error)`, and could have been opened"
      } else {
        outcome.problem = try changeProblem(files)
      }
      return outcome
    }
  }

  private func hasState(_ files: AttackedKeychain.Files) -> Bool {
    files.filter { AttackedKeychain.isState($0.key) } == target.files.filter { AttackedKeychain.isState($0.key) }
  }

  /// Whether an error is one that says that a file is not as it should be.
  static func isHonest(_ error: KeychainError) -> Bool {
    switch error {
    case .damaged, .notAKeychain, .newerVersion, .unusable, .deviceSecretMissing, .inputOutput, .rolledBack: true
    default: false
    }
  }

  private func outcome(of keychain: Keychain, _ raw: RawLook, hasState: Bool) -> Outcome {
    var (found, errors) = Contents.found(in: keychain, knowing: target.contents)
    var condition: KeychainCondition?
    do throws(KeychainError) {
      condition = try keychain.verifyState().condition
    } catch {
      errors.append(error)
    }
    let isSound = condition?.isSound ?? false
    var outcome = Outcome(hasError: !errors.isEmpty, isNoticed: !isSound, found: found)
    outcome.problem =
      errors.first { !Self.isHonest($0) }.map { "answered with `\($0)`" }
      ?? condition?.rollback.flatMap { _ in Self.writability(of: keychain) }
      ?? wrongness(of: found, isNoticed: outcome.isNoticed)
      ?? absence(from: found, raw)
    if outcome.problem != nil { return outcome }
    if isSound, !raw.hasRows(of: target.raw) { outcome.problem = "the rows are others, and nobody says so" }
    if !isSound, hasState, raw.mustOpen(like: target.raw), raw.hasRows(of: target.raw), raw.hasMeta(of: target.raw) {
      outcome.problem = "everything is as it was, and is not believed: \(errors.first.map { "\($0)" } ?? "")"
    }
    return outcome
  }

  /// An older file that is written all the same.
  private static func writability(of keychain: Keychain) -> String? {
    do throws(KeychainError) {
      try keychain.with(Caller(accessGroups: AttackedKeychain.groups)).add(["class": "genp", "acct": "new"])
      return "an older file was written"
    } catch {
      return isHonest(error) ? nil : "an older file, to be written: \(error)"
    }
  }

  /// An entry that never was, or that was once and is taken for the newest.
  private func wrongness(of found: Contents, isNoticed: Bool) -> String? {
    for (key, entry) in found.entries where target.contents.entries[key] != entry {
      let isOlder = target.versions.contains { $0.entries[key] == entry }
      if !isOlder { return "wrong: \(key.itemClass) \(entry)" }
      if !isNoticed { return "older, and nobody says so: \(entry.prefix(200))" }
    }
    return nil
  }

  /// An entry whose row is as it was and that is not found.
  private func absence(from found: Contents, _ raw: RawLook) -> String? {
    guard raw.mustOpen(like: target.raw) else { return nil }
    let kept = raw.rowsKept(of: target.raw)
    let missing = target.contents.entries.keys.filter {
      kept.contains($0.uuid) && !$0.isTombstone && found.entries[$0] == nil
    }
    return missing.isEmpty ? nil : "\(missing.count) items are not found, and their rows are in order"
  }
}

// MARK: - Files

extension AttackTrial {
  private func write(_ files: AttackedKeychain.Files) throws {
    let state = TemporaryKeychain.stateFolder(in: folder)
    if !FileManager.default.fileExists(atPath: state) {
      try FileManager.default.createDirectory(
        atPath: state, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }
    for (name, bytes) in files { try folder.write(bytes, to: name) }
  }

  private func clear() {
    for name in FileManager.default.subpaths(atPath: folder.path) ?? [] where name != "state" {
      _ = unsafe unlink("\(folder.path)/\(name)")
    }
  }

  /// What a failed opening changed; the lock file and the index of the log are no one's data.
  private func changeProblem(_ files: AttackedKeychain.Files) throws -> String? {
    let after = try folder.files()
    for (name, bytes) in files where !name.hasSuffix(".lock") && !name.hasSuffix("-shm") {
      if after[name] != bytes { return "refused, and \(name) is another one" }
    }
    return nil
  }
}
