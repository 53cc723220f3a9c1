import KeychainKit
import TestSupport

/// The files of a keychain after something ended all use of it, judged as the next process finds them.
struct Aftermath {
  let folder: String
  var allowances = Allowances()

  /// What is wrong; empty where everything is whole and it is one of the states, as a new process sees it.
  func problems(oneOf states: [WorkloadState]) throws -> [String] {
    let session = WorkloadSession(in: folder)
    session.allowances = allowances
    let attempts = states.map { ($0, session.problems(expecting: $0.reopened).prefix(3).joined(separator: "; ")) }
    // Two states may differ in what is locked alone.
    let possible = attempts.filter { $0.1.isEmpty }.map(\.0)
    guard let first = possible.first else { return [attempts.map(\.1).joined(separator: " | ")] }
    session.state = first.reopened
    return try usability(session, oneOf: possible.map(\.unlocked))
  }

  /// What was found is all there for whoever knows the passphrase, and the keychain goes on.
  private func usability(_ session: WorkloadSession, oneOf states: [WorkloadState]) throws -> [String] {
    do throws(KeychainError) {
      if session.state.keys != .all { try session.perform(.unlock) }
      let attempts = states.map { session.problems(expecting: $0).prefix(3).joined(separator: "; ") }
      guard let index = attempts.firstIndex(of: "") else { return [attempts.joined(separator: " | ")] }
      // Two states that differ in nothing else differ in no tombstone: who leaves a name takes an item away.
      let tombstones = try session.tombstones()
      guard tombstones == states[index].tombstones else {
        return ["tombstones of \(tombstones) instead of \(states[index].tombstones)"]
      }
      let keychain = try session.open()
      let condition = try keychain.verifyState().condition
      guard fits(condition) else { return ["the record does not fit: \(condition)"] }
      let probe = ItemQuery.genericPassword(service: "probe", account: "probe")
      try keychain.add(probe, secret: "probe")
      try keychain.update(probe, .secret("other"))
      try keychain.delete(probe)
    } catch {
      return ["afterwards: \(error)"]
    }
    session.close()
    let database = try SQLiteFile(opening: WorkloadSession.path(in: folder))
    let quarantined = try database.value("SELECT count(*) FROM quarantine")
    let problems = try integrityProblems(of: database)
    guard problems.isEmpty, allowances.mayHaveMisreadRows || quarantined == .integer(0) else {
      return ["integrity check: \(problems), quarantined: \(String(describing: quarantined))"]
    }
    return []
  }

  /// Whether the record fits the rows, or differs in what may have been read wrong.
  private func fits(_ condition: KeychainCondition) -> Bool {
    if condition.isSound { return true }
    guard condition.rollback == nil, condition.salvage == nil else { return false }
    return allowances.mayHaveMisreadRows && condition.alteration == .rowsDiffer
  }

  private func integrityProblems(of database: SQLiteFile) throws -> [String] {
    let lines = try database.rows("PRAGMA integrity_check").flatMap { row in
      guard case .text(let text) = row[0] else { return ["\(row)"] }
      return text.split(separator: "\n").map(String.init)
    }
    return lines.filter { line in
      let isOfFreePages = line.hasPrefix("Main freelist: ") || line.hasSuffix(" is never used")
      return line != "ok" && !line.hasPrefix("***") && !(allowances.mayLoseFreePages && isOfFreePages)
    }
  }
}
