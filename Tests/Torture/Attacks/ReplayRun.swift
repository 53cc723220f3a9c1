import TestSupport

/// What was once, put back: the whole file, one row, the log.
package enum ReplayRun {
  /// - Parameter count: how many commits back at the most.
  package static func each(_ count: Int = 50, progress: RunProgress = { _, _ in }) throws -> RunReport {
    let folder = try TemporaryFolder(inMemory: true)
    let builder = try AttackedKeychainBuilder(in: folder)
    try builder.fill()
    var versions = [try builder.contents()]
    builder.close()
    var images = [try folder.files()]
    for number in 0..<count {
      try builder.change(number)
      versions.append(try builder.contents())
      builder.close()
      images.append(try folder.files())
    }
    guard let newest = images.popLast() else { throw CancellationError() }
    let target = try AttackedKeychain(newest, versions)

    var report = RunReport("T15 replays")
    for (index, image) in images.enumerated() {
      let title = "\(count - index) commits ago"
      RunWatch.begin("\(report.name), \(title)")
      report.take(try noticed(target, database(of: image, with: newest)), title)
      report.take(
        try noticed(target, database(of: image, with: newest).filter { !isAnchor($0.key) }), "\(title), no anchor")
      // Whoever can write the state folder as well can do this: what is read is all of that moment.
      report.take(try believed(AttackedKeychain(image, [versions[index]]), image), "\(title), with its anchor")
      if let files = try target.withRow(changedSince: image) {
        report.take(try noticed(target, files), "one row of \(title)")
      }
      progress(index + 1, images.count)
    }
    return report + (try logs(count))
  }

  private static func isAnchor(_ name: String) -> Bool { name.hasSuffix(".anchor") }

  private static func database(
    of image: AttackedKeychain.Files, with newest: AttackedKeychain.Files
  ) -> AttackedKeychain.Files {
    newest.filter { AttackedKeychain.isState($0.key) }.merging(
      image.filter { !AttackedKeychain.isState($0.key) && !$0.key.hasSuffix("-shm") }
    ) { $1 }
  }

  private static func noticed(
    _ target: AttackedKeychain, _ files: AttackedKeychain.Files
  ) throws -> AttackTrial.Outcome {
    var outcome = try AttackTrial(target).outcome(of: files)
    if outcome.problem == nil, !outcome.isNoticed { outcome.problem = "nobody says so" }
    return outcome
  }

  private static func believed(
    _ target: AttackedKeychain, _ files: AttackedKeychain.Files
  ) throws -> AttackTrial.Outcome {
    var outcome = try AttackTrial(target).outcome(of: files)
    if outcome.problem == nil, outcome.isNoticed || outcome.found != target.contents {
      outcome.problem = "not believed"
    }
    return outcome
  }

  /// Each log there was beside the database that it began from, under the newest anchor.
  private static func logs(_ count: Int) throws -> RunReport {
    let folder = try TemporaryFolder(inMemory: true)
    let builder = try AttackedKeychainBuilder(in: folder)
    try builder.fill()
    builder.close()
    var versions: [Contents] = []
    var images: [AttackedKeychain.Files] = []
    for number in 0..<count + 1 {
      try builder.change(number)
      versions.append(try builder.contents())
      images.append(try folder.files())
    }
    builder.close()
    let state = try folder.files().filter { AttackedKeychain.isState($0.key) }
    guard let newest = images.popLast() else { throw CancellationError() }
    let target = try AttackedKeychain(newest.merging(state) { $1 }, versions)
    var report = RunReport("T15 replays")
    for (index, image) in images.enumerated() {
      report.take(
        try noticed(target, database(of: image, with: target.files)), "the log of \(count - index) commits ago")
    }
    return report
  }
}

extension AttackedKeychain {
  /// The newest files with one row as it was at an earlier moment; nil where none has changed since.
  fileprivate func withRow(changedSince image: Files) throws -> Files? {
    let before = try RawLook(at: image).tables["item"] ?? []
    let rows = raw.tables["item"] ?? []
    guard let old = before.last(where: { row in rows.contains { $0[0] == row[0] && $0 != row } }) else { return nil }
    return try files.changing { database in
      let values = Array(repeating: "?", count: old.count).joined(separator: ", ")
      try database.execute("REPLACE INTO item VALUES(\(values))", old)
    }
  }
}
