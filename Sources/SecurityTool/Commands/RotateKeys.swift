import KeychainKit
import KeychainSchema

extension Subcommand {
  static let rotateKeys = Subcommand(
    name: "rotate-keys", summary: "Makes the keys of items anew and seals every item under them.",
    options: [
      .value("class", "protection", "only the keys of this protection class: ak, ck, dk, aku, cku, dku or akpu"),
      PassphraseSource.unlockingOption,
    ], operands: "[keychain]", example: "rotate-keys work.keychain"
  ) { invocation throws(CommandFailure) in
    let (keychain, call) = try invocation.unlockedKeychain("SecKeychainRotateKeys")
    var classes = Set(ProtectionClass.allCases)
    if let code = invocation.arguments["class"] {
      guard let protection = ProtectionClass(code: code) else { throw .usage("--class: there is no class \"\(code)\"") }
      classes = [protection]
    }
    var isBegun = false
    var isComplete = true
    try invocation.showingProgress(call) { report throws(KeychainError) in
      isBegun = try keychain.rotateKeys(of: classes, inBackground: false)
      if isBegun { isComplete = try keychain.finishKeyRotation(progress: report) }
    }
    guard isBegun else { throw .tool("the keychain has no key of this class") }
    if !isComplete { invocation.errors.line("security: something is left; the next unlock goes on with it") }
  }

  static let shredKeychain = Subcommand(
    name: "shred-keychain", summary: "Makes deleted items unreadable in whatever is left of this keychain's files.",
    options: [PassphraseSource.unlockingOption], operands: "[keychain]", example: "shred-keychain work.keychain"
  ) { invocation throws(CommandFailure) in
    let (keychain, call) = try invocation.unlockedKeychain("SecKeychainShred")
    var isComplete = false
    try invocation.showingProgress(call) { report throws(KeychainError) in
      isComplete = try keychain.shred(progress: report)
    }
    if !isComplete {
      invocation.errors.line("security: something is left, as the log while somebody reads; the next unlock goes on")
    }
  }
}

extension Invocation {
  /// The keychain of a command that takes one or none, opened for this command, and the call of its failures.
  fileprivate func unlockedKeychain(_ function: String) throws(CommandFailure) -> (Keychain, String) {
    guard arguments.operands.count <= 1 else { throw .usage() }
    let name = arguments.operands.first
    let call = "\(function) \(name ?? "<NULL>")"
    let opener = try unlockingKeychains(for: call)
    return (try calling(call) { () throws(KeychainError) in try opener.openExisting(name) }, call)
  }

  /// Runs long work on items, with a line that changes where a person looks.
  func showingProgress(
    _ call: String, _ body: (@escaping ProgressReport) throws(KeychainError) -> Void
  ) throws(CommandFailure) {
    let line = ProgressLine(sink: errors, unit: "items")
    defer { line.end() }
    try calling(call) { () throws(KeychainError) in try body { line.show($0) } }
  }
}
