import KeychainKit

extension Subcommand {
  static let unlockKeychain = Subcommand(
    name: "unlock-keychain", summary: "Unlocks a keychain, the default one if none is named, for every process.",
    options: [
      .secret("p", "password", "the passphrase"),
      .flag("u", "gives no passphrase: succeeds where none is needed"),
      .value("password-fd", "number", "reads the passphrase, one line, from a descriptor"),
    ] + UnlockSecretSource.otherOptions, operands: "[keychain]",
    example: "unlock-keychain --password-fd 3 work.keychain 3< passphrase-file"
  ) { invocation throws(CommandFailure) in
    let arguments = invocation.arguments
    guard arguments.operands.count <= 1 else { throw .usage() }
    let name = arguments.operands.first
    let call = "SecKeychainUnlock \(name ?? "<NULL>")"
    let source = PassphraseSource(invocation: invocation, call: call)
    let passphrase = try source.given(option: "p", descriptorOption: "password-fd")
    let other = try UnlockSecretSource(invocation: invocation, call: call).other()
    if passphrase != nil && other != nil { throw .usage("one secret is enough") }
    let given = other ?? passphrase.map { .passphrase($0) }
    let keychain = try calling(call) { () throws(KeychainError) in try invocation.keychains.openExisting(name) }
    let state = try calling(call) { () throws(KeychainError) in try keychain.lockState }
    let secret: UnlockSecret
    switch (given, state) {
    case (let given?, _): secret = given
    // Nothing to ask for.
    case (nil, .noPassphrase): return
    case (nil, .unlocked) where arguments.has("u"): return
    case (nil, _) where arguments.has("u"): throw .status(call, .interactionNotAllowed)
    case (nil, _): secret = .passphrase(try source.asked("password to unlock \(name ?? "default"): "))
    }
    try calling(call) { () throws(KeychainError) in try invocation.keychains.unlock(keychain, with: secret) }
    try invocation.finishKeyRotation(of: keychain, call)
  }
}

extension Invocation {
  /// Goes on with what another process left of a change of keys: this one is over in a moment, and nobody else would.
  ///
  /// The keychain is unlocked whether or not this can be done now.
  fileprivate func finishKeyRotation(of keychain: Keychain, _ call: String) throws(CommandFailure) {
    var isLeft = false
    do throws(CommandFailure) {
      guard try calling(call, { () throws(KeychainError) in try keychain.keyRotation }) != .finished else { return }
      try showingProgress(call) { report throws(KeychainError) in
        isLeft = try !keychain.finishKeyRotation(progress: report)
      }
    } catch {
      for line in error.messages { errors.line(line) }
      isLeft = true
    }
    if isLeft { errors.line("security: items are still under old keys; the next unlock goes on with them") }
  }
}
