import TestSupport

/// One bit of a file flipped, everywhere.
package enum FlipRun {
  /// One bit of each byte of the database, or of its log.
  package static func each(
    of name: String, in state: AttackedKeychain.State, seed: UInt64, share: Int = 100,
    progress: RunProgress = { _, _ in }
  ) throws -> RunReport {
    var report = RunReport(name == AttackedKeychain.log ? "T5 flips in the log" : "T5 flips in the database")
    let target = try AttackedKeychain(state)
    let trial = try AttackTrial(target)
    guard let bytes = target.files[name] else { throw CancellationError() }
    var random = SeededRandom(seed: seed)
    let places = bytes.count.spread(bytes.count * share / 100)
    for (done, place) in places.enumerated() {
      let bit = Int.random(in: 0..<8, using: &random)
      RunWatch.begin("\(report.name), seed \(seed), byte \(place - 1), bit \(bit)")
      var files = target.files
      files[name]?[place - 1] ^= 1 << bit
      try report.take(trial.outcome(of: files), "byte \(place - 1), bit \(bit)")
      progress(done + 1, places.count)
    }
    return report
  }

  /// Which copies of the bag are changed alike.
  private enum Copies: CaseIterable {
    case first
    case inDatabase
    case beside
    case all
  }

  /// Each bit of the key bag, in one copy, in both of the database, in the one beside it and in all.
  package static func keybag(
    seed: UInt64, share: Int = 100, progress: RunProgress = { _, _ in }
  ) throws -> RunReport {
    var report = RunReport("T5 flips in the key bag")
    let target = try AttackedKeychain(.closed)
    let trial = try AttackTrial(target)
    guard let bag = target.files[AttackedKeychain.keybag] else { throw CancellationError() }
    let bits = (bag.count * 8).spread(bag.count * 8 * share / 100)
    for (done, bit) in bits.enumerated() {
      var changed = bag
      changed[(bit - 1) / 8] ^= 1 << ((bit - 1) % 8)
      for copies in Copies.allCases {
        RunWatch.begin("\(report.name), bit \(bit - 1), \(copies)")
        let files = try files(of: target, with: changed, copies)
        var outcome = try trial.outcome(of: files)
        if copies == .all, !outcome.hasError { outcome.problem = "opened without a bag" }
        report.take(outcome, "bit \(bit - 1), \(copies)")
      }
      progress(done + 1, bits.count)
    }
    return report
  }

  private static func files(
    of target: AttackedKeychain, with bag: [UInt8], _ copies: Copies
  ) throws -> AttackedKeychain.Files {
    var files = target.files
    if copies == .beside || copies == .all { files[AttackedKeychain.keybag] = bag }
    if copies == .beside { return files }
    let condition = copies == .first ? " WHERE copy = 0" : ""
    return try files.changing { try $0.execute("UPDATE keybag SET bag = ?1\(condition)", [.blob(bag)]) }
  }
}

extension RunReport {
  /// Counts a trial.
  mutating func take(_ outcome: AttackTrial.Outcome, _ title: @autoclosure () -> String) {
    runs += 1
    if outcome.hasError { failedCalls += 1 }
    if let problem = outcome.problem { failures.append("\(title()): \(problem)") }
  }
}

extension AttackedKeychain.Files {
  /// The files after something was done to the database behind the engine's back; what was in the log is in it.
  func changing(_ change: (SQLiteFile) throws -> Void) throws -> Self {
    let folder = try TemporaryFolder(inMemory: true)
    for name in [AttackedKeychain.database, AttackedKeychain.log] {
      if let bytes = self[name] { try folder.write(bytes, to: name) }
    }
    do {
      let database = try SQLiteFile(opening: "\(folder.path)/\(AttackedKeychain.database)")
      try database.execute("PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
      try change(database)
      try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    var files = self
    files[AttackedKeychain.database] = try folder.bytes(of: AttackedKeychain.database)
    files[AttackedKeychain.log] = nil
    return files
  }
}
