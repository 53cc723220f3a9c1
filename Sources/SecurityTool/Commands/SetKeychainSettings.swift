import KeychainKit

extension Subcommand {
  static let setKeychainSettings = Subcommand(
    name: "set-keychain-settings", summary: "Says when a keychain locks by itself: without options, never.",
    options: [
      .flag("l", "locks it when the machine sleeps"),
      .flag("u", "locks it after a time without use: that of -t, or five minutes"),
      .value("t", "seconds", "the time without use after which it locks"),
      PassphraseSource.unlockingOption,
    ], operands: "[keychain]", example: "set-keychain-settings -l -u -t 3600 work.keychain"
  ) { invocation throws(CommandFailure) in
    let arguments = invocation.arguments
    guard arguments.operands.count <= 1 else { throw .usage() }
    let name = arguments.operands.first
    var seconds: UInt32 = arguments.has("u") ? KeychainSettings.standard.timeoutSeconds : 0
    if let text = arguments["t"] {
      guard let number = UInt32(text), number > 0 else { throw .usage("-t takes a number of seconds") }
      seconds = number
    }
    let settings = KeychainSettings(timeoutSeconds: seconds, locksOnSleep: arguments.has("l"))
    let call = "SecKeychainSetSettings \(name ?? "<NULL>")"
    let keychain = try invocation.unlockedKeychain(name, for: call)
    try calling(call) { () throws(KeychainError) in try keychain.setSettings(settings) }
  }
}

extension Invocation {
  /// A keychain that has to be unlocked for a command: by what came with it, or by the person at the terminal.
  func unlockedKeychain(_ name: String?, for call: String) throws(CommandFailure) -> Keychain {
    let opener = try unlockingKeychains(for: call)
    let keychain = try calling(call) { () throws(KeychainError) in try opener.openExisting(name) }
    let state = try calling(call) { () throws(KeychainError) in try keychain.lockState }
    guard state == .locked || state == .notYetUnlocked else { return keychain }
    let source = PassphraseSource(invocation: self, call: call)
    let passphrase = try source.asked("password to unlock \(name ?? "default"): ")
    try calling(call) { () throws(KeychainError) in try opener.unlock(keychain, with: .passphrase(passphrase)) }
    return keychain
  }
}
