import KeychainKit

extension Subcommand {
  static let showKeychainInfo = Subcommand(
    name: "show-keychain-info", summary: "Shows when a keychain locks by itself.",
    options: [PassphraseSource.unlockingOption], operands: "[keychain]", example: "show-keychain-info work.keychain"
  ) { invocation throws(CommandFailure) in
    let operands = invocation.arguments.operands
    guard operands.count <= 1 else { throw .usage() }
    let call = "SecKeychainCopySettings \(operands.first ?? "<NULL>")"
    // Scripts ask in order to learn whether it is locked: without anybody to ask, that is the answer.
    let keychain = try invocation.unlockedKeychain(operands.first, for: call)
    let settings = try calling(call) { () throws(KeychainError) in try keychain.settings }
    let sleep = settings.locksOnSleep ? " lock-on-sleep" : ""
    let time = settings.timeoutSeconds == 0 ? " no-timeout" : " timeout=\(settings.timeoutSeconds)s"
    invocation.errors.line("Keychain \"\(operands.first ?? "<NULL>")\"\(sleep)\(time)")
  }
}
