import KeychainKit

extension Subcommand {
  static let setKeychainPassword = Subcommand(
    name: "set-keychain-password", summary: "Changes the passphrase of a keychain, sets its first or removes it.",
    options: [
      .secret("o", "old", "the passphrase there is"),
      .secret("p", "new", "the passphrase that is to be"),
      .value("old-password-fd", "number", "reads the old passphrase, one line, from a descriptor"),
      .value("password-fd", "number", "reads the new passphrase, one line, from a descriptor; after the old one"),
      .flag("replace", "makes every key anew: for a passphrase that somebody else knows"),
      .flag("remove", "removes the passphrase, and the items that need one"),
    ] + UnlockSecretSource.otherOptions, operands: "[keychain]",
    example: "set-keychain-password --old-password-fd 3 --password-fd 3 work.keychain 3< two-lines"
  ) { invocation throws(CommandFailure) in
    guard invocation.arguments.operands.count <= 1 else { throw .usage() }
    try PassphraseChange(invocation).run()
  }
}

/// One run of `set-keychain-password`.
private struct PassphraseChange {
  let invocation: Invocation
  let call: String
  let keychain: Keychain
  /// What opens the keychain now, where an option gave it.
  let givenOld: UnlockSecret?
  let givenNew: SecretBytes?

  init(_ invocation: Invocation) throws(CommandFailure) {
    self.invocation = invocation
    let name = invocation.arguments.operands.first
    call = "SecKeychainChangePassword \(name ?? "<NULL>")"
    let source = PassphraseSource(invocation: invocation, call: call)
    let old = try source.given(option: "o", descriptorOption: "old-password-fd")
    let other = try UnlockSecretSource(invocation: invocation, call: call).other()
    if old != nil && other != nil { throw .usage("one secret is enough") }
    givenOld = other ?? old.map { .passphrase($0) }
    givenNew = try source.given(option: "p", descriptorOption: "password-fd")
    let arguments = invocation.arguments
    if arguments.has("remove") && (givenNew != nil || arguments.has("replace")) {
      throw .usage("--remove takes no new passphrase")
    }
    keychain = try calling(call) { () throws(KeychainError) in try invocation.keychains.openExisting(name) }
  }

  private var source: PassphraseSource { PassphraseSource(invocation: invocation, call: call) }

  func run() throws(CommandFailure) {
    let state = try calling(call) { () throws(KeychainError) in try keychain.lockState }
    if state == .noPassphrase { return try setFirst() }
    let old = try givenOld.orElse { () throws(CommandFailure) in .passphrase(try source.asked("old password: ")) }
    try calling(call) { () throws(KeychainError) in try keychain.verify(old) }
    if invocation.arguments.has("remove") { return try remove(old) }
    let new = try givenNew.orElse { () throws(CommandFailure) in try source.askedTwice("new password") }
    guard invocation.arguments.has("replace") else {
      let isFinished = try calling(call) { () throws(KeychainError) in
        try keychain.changePassphrase(authorizedBy: old, to: new)
      }
      if !isFinished { invocation.sayThatCopiesStay() }
      return sayWhatCopiesKeep()
    }
    try renewing { () throws(KeychainError) in try keychain.replacePassphrase(authorizedBy: old, to: new) }
    try calling(call) { () throws(KeychainError) in
      try invocation.keychains.leaveUnlocked(keychain, passphrase: new)
    }
  }

  /// A change writes one slot of the key bag, and reaches no copy of it.
  private func sayWhatCopiesKeep() {
    invocation.errors.tellPerson(
      "a copy of the file made before still opens with the old passphrase; where",
      "somebody else knows that one, set-keychain-password --replace makes every key anew")
  }

  private func setFirst() throws(CommandFailure) {
    if invocation.arguments.has("remove") {
      throw .call(call, .passphraseNotSet)
    }
    let new = try givenNew.orElse { () throws(CommandFailure) in try source.askedTwice("new password") }
    // An old passphrase where there is none is a wrong one; a code that opens the keychain stays one of its codes.
    var kept: [UnlockSecret] = []
    switch givenOld {
    case .passphrase(let old) where old.count > 0: throw .call(call, .wrongPassphrase)
    case .passphrase, nil: break
    case let secret?: kept = [secret]
    }
    try renewing { () throws(KeychainError) in try keychain.setPassphrase(new, keeping: kept) }
    // It was open before, and stays so for the commands that follow.
    try calling(call) { () throws(KeychainError) in
      try invocation.keychains.leaveUnlocked(keychain, passphrase: new)
    }
  }

  private func remove(_ old: UnlockSecret) throws(CommandFailure) {
    guard case .passphrase(let old) = old else { throw .usage("--remove takes the passphrase itself") }
    try renewing { () throws(KeychainError) in try keychain.removePassphrase(current: old) }
  }

  private func renewing(_ change: () throws(KeychainError) -> KeyRenewal) throws(CommandFailure) {
    let renewal = try calling(call) { () throws(KeychainError) in try change() }
    invocation.show(renewal)
    if !renewal.isFinished {
      invocation.errors.line("security: items are still under the old keys; the next unlock goes on with them")
    }
  }
}

extension Invocation {
  /// Something was in the way of removing what opens with a secret that was taken away.
  func sayThatCopiesStay() {
    errors.line("security: a copy from before is still beside the keychain; the next unlock removes it")
  }
}
