import KeychainKit

extension Subcommand {
  static let setKeychainPassword = Subcommand(
    name: "set-keychain-password", summary: "Changes the passphrase of a keychain, or sets its first.",
    options: [
      .secret("o", "old", "the passphrase there is"),
      .secret("p", "new", "the passphrase that is to be"),
      .value("old-password-fd", "number", "reads the old passphrase, one line, from a descriptor"),
      .value("password-fd", "number", "reads the new passphrase, one line, from a descriptor; after the old one"),
    ], operands: "[keychain]",
    example: "set-keychain-password --old-password-fd 3 --password-fd 3 work.keychain 3< two-lines"
  ) { invocation throws(CommandFailure) in
    let operands = invocation.arguments.operands
    guard operands.count <= 1 else { throw .usage() }
    let call = "SecKeychainChangePassword \(operands.first ?? "<NULL>")"
    let source = PassphraseSource(invocation: invocation, call: call)
    let givenOld = try source.given(option: "o", descriptorOption: "old-password-fd")
    let givenNew = try source.given(option: "p", descriptorOption: "password-fd")
    let keychain = try calling(call) { () throws(KeychainError) in
      try invocation.keychains.openExisting(operands.first)
    }
    if try calling(call, { () throws(KeychainError) in try keychain.lockState }) == .noPassphrase {
      let new = try givenNew.orElse { () throws(CommandFailure) in try source.askedTwice("new password") }
      return try calling(call) { () throws(KeychainError) in
        // An old passphrase where there is none is a wrong one.
        if let givenOld, givenOld.count > 0 { throw .wrongPassphrase }
        do throws(KeychainError) {
          try keychain.setPassphrase(new)
        } catch {
          // The passphrase is set; `leaveUnlocked` says what the kernel refuses.
          guard case .agentUnavailable = error else { throw error }
        }
        // It was open before, and stays so for the commands that follow.
        try invocation.keychains.leaveUnlocked(keychain, passphrase: new)
      }
    }
    let old = try givenOld.orElse { () throws(CommandFailure) in try source.asked("old password: ") }
    try calling(call) { () throws(KeychainError) in try keychain.verifyPassphrase(old) }
    let new = try givenNew.orElse { () throws(CommandFailure) in try source.askedTwice("new password") }
    try calling(call) { () throws(KeychainError) in try keychain.changePassphrase(from: old, to: new) }
  }
}
