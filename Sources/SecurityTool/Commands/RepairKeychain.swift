import KeychainKit
import KeychainSchema

extension Subcommand {
  static let repairKeychain = Subcommand(
    name: "repair-keychain",
    summary: """
      Puts what is left of a damaged keychain into a new file and keeps the damaged one. Without --yes it says what it \
      would do, and exits with 8 where there is something to do.
      """,
    options: [
      .flag("yes", "does it"),
      .flag("accept", "repairs nothing: takes an older, changed or repaired file for the keychain that it is"),
      .flag("accept-quarantine", "repairs nothing: lets a keychain be written again with items that cannot be read"),
      .flag("restore-quarantine", "repairs nothing: puts items back from quarantine that can be read again"),
      .flag("snapshot", "repairs nothing: makes a copy beside the file, from which a repair can take items"),
      PassphraseSource.unlockingOption,
    ], operands: "[keychain]", example: "repair-keychain --yes login.keychain"
  ) { invocation throws(CommandFailure) in
    let arguments = invocation.arguments
    guard arguments.operands.count <= 1 else { throw .usage() }
    let repair = KeychainRepair(invocation: invocation, name: arguments.operands.first)
    let others = ["accept", "accept-quarantine", "restore-quarantine", "snapshot"].filter(arguments.has)
    guard others.count + (arguments.has("yes") ? 1 : 0) <= 1 else {
      throw .usage("only one of the options can be done")
    }
    switch others.first {
    case "accept": try repair.accept()
    case "accept-quarantine": try repair.acceptQuarantine()
    case "restore-quarantine": try repair.restoreQuarantine()
    case "snapshot": try repair.makeSnapshot()
    default: try repair.run(isTrial: !arguments.has("yes"))
    }
  }
}

/// What `repair-keychain` does to one keychain.
struct KeychainRepair {
  let invocation: Invocation
  let name: String?

  private var call: String { "SecKeychainOpen \(name ?? "<NULL>")" }

  func run(isTrial: Bool) throws(CommandFailure) {
    let opener = try invocation.unlockingKeychains(for: call)
    let line = ProgressLine(sink: invocation.errors, unit: "items")
    let (path, report) = try calling(call) { () throws(KeychainError) in
      defer { line.end() }
      let path = try opener.path(orDefault: name)
      let isThere = KeychainNames.exists(path)
      var options = try opener.options()
      options.sharesUnlock = false
      do throws(KeychainError) {
        let report = try Keychain.repair(path, passphrase: opener.passphrase, isTrial: isTrial, options: options) {
          line.show($0)
        }
        return (path, report)
      } catch {
        // Where neither the file nor a key bag is there, nothing ever was.
        if case .damaged = error, !isThere { throw .noSuchKeychain(path: path) }
        throw error
      }
    }
    write(report, path)
    if report.outcome == .tried { throw .reported(.attention) }
  }

  private func write(_ report: SalvageReport, _ path: String) {
    let output = invocation.output
    output.line("keychain: \"\(path)\"")
    if report.outcome == .notNeeded {
      output.line("    the file opens and is in order: nothing to repair")
      guard report.unreadableCount > 0 else { return }
      return output.line("    items that cannot be read, and that no snapshot has: \(report.unreadableCount)")
    }
    if let source = report.keybagSource { output.line("    key bag: \(Self.words(source))") }
    for line in report.lines { output.line("    \(Self.words(line))") }
    if report.lines.isEmpty { output.line("    no item was found") }
    guard report.outcome == .replaced else {
      return output.line("    nothing was changed; with --yes a new file is made of this, and the old one is kept")
    }
    if let aside = report.setAside { output.line("    the damaged file is kept as \"\(aside)\"") }
    output.line("    items that were deleted since may be back: look, then security repair-keychain --accept")
  }

  private static func words(_ source: SalvageReport.Source) -> String {
    switch source {
    case .file: "in the file"
    case .pages: "on a page of the file"
    case .copyBeside: "in the copy beside the file"
    case .snapshot: "in a snapshot"
    }
  }

  private static func words(_ line: SalvageReport.Line) -> String {
    var parts = SalvageReport.Source.allCases.compactMap { source in
      line.taken[source].map {
        "\($0) \(source == .file ? "from the file" : source == .pages ? "from its pages" : "from the snapshot")"
      }
    }
    if line.lockedCount > 0 { parts.append("\(line.lockedCount) locked") }
    if line.untouchedCount > 0 { parts.append("\(line.untouchedCount) as they are") }
    if line.unreadableCount > 0 { parts.append("\(line.unreadableCount) unreadable, in quarantine") }
    return "\(line.itemClass?.code.text ?? "unknown"): " + parts.joined(separator: ", ")
  }
}

extension KeychainRepair {
  private func opened() throws(CommandFailure) -> Keychain {
    let opener = try invocation.unlockingKeychains(for: call)
    return try calling(call) { () throws(KeychainError) in try opener.openExisting(name) }
  }

  func accept() throws(CommandFailure) {
    let keychain = try opened()
    try calling(call) { () throws(KeychainError) in try keychain.acceptState() }
    invocation.output.line("the file is accepted as it is")
  }

  func acceptQuarantine() throws(CommandFailure) {
    let keychain = try opened()
    let count = try calling(call) { () throws(KeychainError) in try keychain.acceptQuarantine() }
    invocation.output.line("accepted: \(count)")
  }

  func restoreQuarantine() throws(CommandFailure) {
    let keychain = try opened()
    let results = try calling(call) { () throws(KeychainError) in try keychain.restoreQuarantine() }
    for (item, outcome) in results { invocation.output.line("quarantined \(item.id): \(outcome.rawValue)") }
    if results.contains(where: { ![.restored, .wasBack].contains($0.outcome) }) { throw .reported(.attention) }
  }

  func makeSnapshot() throws(CommandFailure) {
    let keychain = try opened()
    let snapshot = try calling(call) { () throws(KeychainError) in try keychain.makeSnapshot() }
    if let snapshot { invocation.output.line(snapshot.path) }
  }
}
