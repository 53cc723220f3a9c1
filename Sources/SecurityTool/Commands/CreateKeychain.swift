import KeychainKit

extension Subcommand {
  static let createKeychain = Subcommand(
    name: "create-keychain", summary: "Makes keychains, unlocks them and adds them to the search list.",
    options: [
      .secret("p", "password", "the passphrase of the new keychains"),
      .flag("P", "asks for the passphrase, as is done without -p"),
      .value("password-fd", "number", "reads the passphrase, one line, from a descriptor"),
      .flag("recovery-code", "makes a recovery code for each and prints it, one a line"),
    ], operands: "keychain ...", example: "create-keychain --password-fd 3 work.keychain 3< passphrase-file"
  ) { invocation throws(CommandFailure) in
    let names = invocation.arguments.operands
    guard !names.isEmpty else { throw .usage() }
    let source = PassphraseSource(invocation: invocation, call: "SecKeychainCreate \(names[0])")
    var given = try source.given(option: "p", descriptorOption: "password-fd")
    for name in names {
      let call = "SecKeychainCreate \(name)"
      let path = try calling(call) { () throws(KeychainError) in
        let path = try invocation.keychains.names.path(ofNew: name)
        // Nobody is asked for the passphrase of a keychain that cannot be made.
        if KeychainNames.exists(path) { throw .keychainExists(path: path) }
        return path
      }
      let passphrase = try given.orElse { () throws(CommandFailure) in
        try source.askedTwice("password for new keychain")
      }
      given = passphrase
      try calling(call) { () throws(KeychainError) in
        try invocation.keychains.create(at: path, passphrase: passphrase)
        try invocation.keychains.searchList.append(path)
      }
      guard invocation.arguments.has("recovery-code") else {
        invocation.offerRecoveryCode(for: name)
        continue
      }
      invocation.show(
        try calling(call) { () throws(KeychainError) in
          try invocation.keychains.open(path: path).addRecoveryCode(authorizedBy: .passphrase(passphrase))
        })
    }
  }
}

extension Invocation {
  /// Whoever makes a keychain by hand is told how not to lose it.
  fileprivate func offerRecoveryCode(for name: String) {
    errors.tellPerson(
      "without a recovery code a lost passphrase is a lost keychain; to make one:",
      "    security add-recovery-code \(name)")
  }
}
