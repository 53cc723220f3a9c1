import Foundation
import KeychainKit

extension Subcommand {
  static let restoreKeychain = Subcommand(
    name: "restore-keychain",
    summary: """
      Takes the items of a backup into a keychain, at once or not at all. Exits with 8 where items cannot be restored.
      """,
    options: [
      BackupPassphrase.option,
      .flag("dry-run", "says what would happen, and changes nothing"),
      .flag("json", "prints what became of every item, as an object"),
      PassphraseSource.unlockingOption,
    ], operands: "file [keychain]",
    example: "restore-keychain --dry-run login.backup"
  ) { invocation throws(CommandFailure) in
    let (arguments, operands) = (invocation.arguments, invocation.arguments.operands)
    guard let path = operands.first, operands.count <= 2 else { throw .usage() }
    let call = "SecKeychainRestore \(path)"
    let source = BackupPassphrase(invocation: invocation, call: call)
    let given = try source.given()
    let opener = try invocation.unlockingKeychains(for: call)
    let keychain = try calling(call) { () throws(KeychainError) in
      let name = operands.count > 1 ? operands[1] : nil
      // The default keychain is made on first use, and a look at what would be is none.
      return try arguments.has("dry-run") ? opener.openExisting(name) : opener.open(orDefault: name)
    }
    let passphrase = try given.orElse { () throws(CommandFailure) in try source.asked() }
    let line = ProgressLine(sink: invocation.errors, unit: "bytes")
    let report = try calling(call) { () throws(KeychainError) in
      defer { line.end() }
      return try keychain.restore(from: path, passphrase: passphrase, isRehearsal: arguments.has("dry-run")) {
        line.show($0)
      }
    }
    let text = RestoreText(report: report)
    if arguments.has("json") {
      invocation.output.line(text.json)
    } else {
      for line in text.lines { invocation.output.line(line) }
    }
    if !report.missing.isEmpty { throw .reported(.attention) }
  }
}

/// What became of the items of a backup, for people and for programs.
struct RestoreText {
  let report: RestoreReport

  var lines: [String] {
    let counts: [(RestoreReport.Outcome, String)] = [
      (.added, "added"), (.replaced, "replaced"), (.unchanged, "unchanged"), (.keptLocal, "kept as newer"),
    ]
    let words = counts.map { "\($1) \(report.count(of: $0))" } + ["not restored \(report.missing.count)"]
    return [(report.isRehearsal ? "would be: " : "") + words.joined(separator: ", ")]
      + report.missing.map { "not restored: \(Self.title(of: $0)): \(Self.reason(of: $0.outcome) ?? "")" }
  }

  private static func title(of entry: RestoreReport.Entry) -> String {
    "\(entry.itemClass.code.text) \(JSONText.string(entry.label ?? "")) in \(entry.accessGroup)"
  }

  /// `dryRun`, `backup` with the members of its manifest, and `items`: class, group, label, reference and outcome, with
  /// a reason where an item was not restored.
  var json: String {
    let items = report.entries.map { entry in
      var members = [
        ("class", JSONText.string(entry.itemClass.code.text)), ("group", JSONText.string(entry.accessGroup)),
        ("label", entry.label.map(JSONText.string) ?? "null"),
        ("reference", JSONText.string(Base64Text.text(entry.identifier.bytes))),
        ("outcome", JSONText.string(Self.name(of: entry.outcome))),
      ]
      if let reason = Self.reason(of: entry.outcome) { members.append(("reason", JSONText.string(reason))) }
      return JSONText.object(members)
    }
    let created = UTCDate(report.backupDate.timeIntervalSinceReferenceDate).text
    let backup = [("created", JSONText.string(created))] + ManifestText(manifest: report.manifest).json
    return JSONText.object([
      ("dryRun", String(report.isRehearsal)), ("backup", JSONText.object(backup)), ("items", JSONText.array(items)),
    ])
  }

  private static func name(of outcome: RestoreReport.Outcome) -> String {
    switch outcome {
    case .added: "added"
    case .replaced: "replaced"
    case .keptLocal: "keptLocal"
    case .unchanged: "unchanged"
    case .notRestorable: "notRestorable"
    case .failed: "failed"
    }
  }

  private static func reason(of outcome: RestoreReport.Outcome) -> String? {
    switch outcome {
    case .added, .replaced, .keptLocal, .unchanged: nil
    case .notRestorable(let obstacle): "\(obstacle)"
    case .failed(let problem): problem
    }
  }
}
