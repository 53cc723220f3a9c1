import Foundation
import KeychainKit
import KeychainSchema

extension Subcommand {
  static let verifyKeychain = Subcommand(
    name: "verify-keychain",
    summary: "Examines keychains. Exits with 0 if they are sound, 7 if one is damaged, 8 if somebody should look.",
    options: [
      .flag("quarantine", "shows each item that lies in quarantine"),
      .flag("json", "prints an object a line"),
      PassphraseSource.unlockingOption,
    ], operands: "[keychain ...]", example: "verify-keychain --quarantine login.keychain"
  ) { invocation throws(CommandFailure) in
    let names = invocation.arguments.operands
    let opener = try invocation.unlockingKeychains(for: "SecKeychainOpen")
    var worst: KeychainExamination.Severity = .note
    var failure: CommandFailure?
    for name in names.isEmpty ? [nil] : names.map(Optional.some) {
      do throws(CommandFailure) {
        worst = max(worst, try KeychainVerification(invocation: invocation, opener: opener).run(name))
      } catch {
        // One that cannot be examined says nothing of the next.
        for message in error.messages { invocation.errors.line(message) }
        failure = failure ?? .reported(error.exitStatus)
      }
    }
    if worst == .damage { throw .reported(.damaged) }
    if let failure { throw failure }
    if worst == .warning { throw .reported(.attention) }
  }
}

/// One keychain's examination, printed.
struct KeychainVerification {
  let invocation: Invocation
  let opener: KeychainOpener

  /// - Returns: how grave the gravest finding is.
  func run(_ name: String?) throws(CommandFailure) -> KeychainExamination.Severity {
    let call = "SecKeychainOpen \(name ?? "<NULL>")"
    do throws(KeychainError) {
      let keychain = try opener.openExisting(name)
      let examination = try examined(keychain)
      let quarantine = invocation.arguments.has("quarantine") ? try keychain.quarantinedItems() : []
      write(examination, quarantine, of: keychain.path ?? "")
      return examination.severity ?? .note
    } catch {
      switch error {
      case .notAKeychain, .damaged:
        write(error, of: try path(name, call))
        return .damage
      default: throw .call(call, error)
      }
    }
  }

  private func examined(_ keychain: Keychain) throws(KeychainError) -> KeychainExamination {
    let line = ProgressLine(sink: invocation.errors, unit: "items")
    defer { line.end() }
    return try keychain.verify { line.show($0) }
  }

  private func path(_ name: String?, _ call: String) throws(CommandFailure) -> String {
    try calling(call) { () throws(KeychainError) in try opener.path(orDefault: name) }
  }

  private var isJSON: Bool { invocation.arguments.has("json") }

  /// A keychain that does not even open.
  private func write(_ error: KeychainError, of path: String) {
    let output = invocation.output
    if isJSON {
      return output.line(
        JSONText.object([
          ("keychain", JSONText.string(path)), ("result", JSONText.string("damaged")),
          ("error", JSONText.string("\(error)")),
        ]))
    }
    output.line("keychain: \"\(path)\"")
    output.line("    \(invocation.emphasized("damage", .damage)): \(error)")
    output.line("    what can be done: security repair-keychain \"\(path)\"")
  }

  private func write(_ examination: KeychainExamination, _ quarantine: [QuarantinedItem], of path: String) {
    if isJSON { return ExaminationJSON(examination, quarantine, path: path).write(to: invocation.output) }
    let output = invocation.output
    output.line("keychain: \"\(path)\"")
    let items = examination.items
    output.line(
      "    items: \(items.openedCount) opened, \(items.lockedCount) locked, \(items.unreadableCount) unreadable")
    for finding in examination.findings {
      output.line("    \(invocation.emphasized(finding.severity.rawValue, finding.severity)): \(finding)")
    }
    for item in quarantine {
      let words = [
        "quarantined \(item.id)", item.itemClass?.code.text ?? "unknown", item.uuid.uuidString.lowercased(),
        UTCDate(item.date.timeIntervalSinceReferenceDate).text, item.reason?.rawValue ?? "unknown",
        "\(item.byteCount) bytes", item.isAccepted ? "accepted" : "not accepted",
      ]
      output.line("    " + words.joined(separator: ", "))
    }
    output.line("    \(Self.verdict(examination))")
  }

  private static func verdict(_ examination: KeychainExamination) -> String {
    switch examination.severity ?? .note {
    case .note: "the keychain is sound"
    case .warning: "nothing is lost, and its owner should look: security help repair-keychain"
    case .damage: "the keychain is damaged: security help repair-keychain"
    }
  }
}

extension Invocation {
  /// A word in a colour by how grave it is: on a terminal, unless `NO_COLOR` is set.
  func emphasized(_ word: String, _ severity: KeychainExamination.Severity) -> String {
    guard output.isTerminal, command.environment["NO_COLOR"].map(\.isEmpty) ?? true else { return word }
    switch severity {
    case .note: return word
    case .warning: return "\u{1B}[33m\(word)\u{1B}[0m"
    case .damage: return "\u{1B}[31m\(word)\u{1B}[0m"
    }
  }
}
