import KeychainKit

extension Subcommand {
  static let unlockKeychain = Subcommand(
    name: "unlock-keychain", summary: "Unlocks a keychain, the default one if none is named, for every process.",
    options: [
      .secret("p", "password", "the passphrase"),
      .flag("u", "gives no passphrase: succeeds where none is needed"),
      .value("password-fd", "number", "reads the passphrase, one line, from a descriptor"),
    ], operands: "[keychain]", example: "unlock-keychain --password-fd 3 work.keychain 3< passphrase-file"
  ) { invocation throws(CommandFailure) in
    let arguments = invocation.arguments
    guard arguments.operands.count <= 1 else { throw .usage() }
    let name = arguments.operands.first
    let call = "SecKeychainUnlock \(name ?? "<NULL>")"
    let source = PassphraseSource(invocation: invocation, call: call)
    let given = try source.given(option: "p", descriptorOption: "password-fd")
    let keychain = try calling(call) { () throws(KeychainError) in try invocation.keychains.openExisting(name) }
    let state = try calling(call) { () throws(KeychainError) in try keychain.lockState }
    let passphrase: SecretBytes
    switch (given, state) {
    case (let given?, _): passphrase = given
    // Nothing to ask for.
    case (nil, .noPassphrase): return
    case (nil, .unlocked) where arguments.has("u"): return
    case (nil, _) where arguments.has("u"): throw .status(call, .interactionNotAllowed)
    case (nil, _): passphrase = try source.asked("password to unlock \(name ?? "default"): ")
    }
    try calling(call) { () throws(KeychainError) in
      try invocation.keychains.unlock(keychain, passphrase: passphrase)
    }
  }
}
