import KeychainKit

extension Subcommand {
  static let listUnlockMethods = Subcommand(
    name: "list-unlock-methods", summary: "Lists the ways in which a keychain is opened.",
    options: [.flag("json", "prints an array of objects")], operands: "[keychain]",
    example: "list-unlock-methods work.keychain"
  ) { invocation throws(CommandFailure) in
    let (_, keychain, call) = try invocation.oneKeychain("SecKeychainCopyUnlockMethods")
    let methods = try calling(call) { () throws(KeychainError) in try keychain.unlockMethods }
    if invocation.arguments.has("json") {
      return invocation.output.line(JSONText.array(methods.map { JSONText.object($0.json) }))
    }
    for method in methods { invocation.output.line("\(method.id)  \(method.line)") }
  }

  static let addRecoveryCode = Subcommand(
    name: "add-recovery-code", summary: "Makes a code that opens a keychain when all else is lost, and prints it once.",
    options: UnlockSecretSource.options, operands: "[keychain]",
    example: "add-recovery-code --password-fd 3 work.keychain 3< passphrase-file"
  ) { invocation throws(CommandFailure) in
    let (name, keychain, call) = try invocation.oneKeychain("SecKeychainAddRecoveryCode")
    let secret = try UnlockSecretSource(invocation: invocation, call: call).secret(of: keychain, name)
    invocation.show(
      try calling(call) { () throws(KeychainError) in try keychain.addRecoveryCode(authorizedBy: secret) })
  }

  static let verifyRecoveryCode = Subcommand(
    name: "verify-recovery-code", summary: "Says whether a recovery code is one of a keychain's: exit code 0.",
    options: [.value("code-fd", "number", "reads the code, one line, from a descriptor")], operands: "[keychain]",
    example: "verify-recovery-code work.keychain"
  ) { invocation throws(CommandFailure) in
    let (_, keychain, call) = try invocation.oneKeychain("SecKeychainVerifyRecoveryCode")
    let code = try UnlockSecretSource(invocation: invocation, call: call).askedCode()
    try calling(call) { () throws(KeychainError) in try keychain.verify(.recoveryCode(code)) }
  }

  static let addExternalSecret = Subcommand(
    name: "add-external-secret", summary: "Lets a secret from somewhere else open a keychain: a systemd credential.",
    options: [
      .value("secret-fd", "number", "reads the secret, every byte, from a descriptor"),
      .value("new-credential", "name", "takes it from a systemd credential"),
    ] + UnlockSecretSource.options, operands: "[keychain]",
    example: "add-external-secret --secret-fd 3 --password-fd 4 work.keychain 3< key-file 4< passphrase-file"
  ) { invocation throws(CommandFailure) in
    let (name, keychain, call) = try invocation.oneKeychain("SecKeychainAddExternalSecret")
    let external = try invocation.newExternalSecret(call)
    let secret = try UnlockSecretSource(invocation: invocation, call: call).secret(of: keychain, name)
    try calling(call) { () throws(KeychainError) in
      try keychain.addExternalSecret(external, authorizedBy: secret)
    }
  }

  static let removeUnlockMethod = Subcommand(
    name: "remove-unlock-method", summary: "Takes a recovery code or an external secret away, by its name in the list.",
    options: UnlockSecretSource.options, operands: "name [keychain]",
    example: "remove-unlock-method 5ca1ab1e-0000-4000-8000-000000000001 work.keychain"
  ) { invocation throws(CommandFailure) in
    let operands = invocation.arguments.operands
    guard let method = operands.first, operands.count <= 2 else { throw .usage() }
    let name = operands.count == 2 ? operands[1] : nil
    let call = "SecKeychainRemoveUnlockMethod \(name ?? "<NULL>")"
    let keychain = try calling(call) { () throws(KeychainError) in try invocation.keychains.openExisting(name) }
    let secret = try UnlockSecretSource(invocation: invocation, call: call).secret(of: keychain, name)
    let isFinished = try calling(call) { () throws(KeychainError) in
      try keychain.removeUnlockMethod(method, authorizedBy: secret)
    }
    if !isFinished { invocation.sayThatCopiesStay() }
  }
}

extension Invocation {
  /// The keychain of a command that takes one or none, its name, and the call that failures are reported for.
  fileprivate func oneKeychain(_ function: String) throws(CommandFailure) -> (String?, Keychain, String) {
    guard arguments.operands.count <= 1 else { throw .usage() }
    let name = arguments.operands.first
    let call = "\(function) \(name ?? "<NULL>")"
    return (name, try calling(call) { () throws(KeychainError) in try keychains.openExisting(name) }, call)
  }

  fileprivate func newExternalSecret(_ call: String) throws(CommandFailure) -> SecretBytes {
    if let name = arguments["new-credential"] {
      let secret = try calling(call) { () throws(KeychainError) in try UnlockSecret.credential(named: name) }
      guard case .externalSecret(let bytes) = secret else { throw .usage() }
      return bytes
    }
    guard let number = arguments["secret-fd"], let descriptor = Int32(number), descriptor >= 0 else {
      throw .usage("--secret-fd takes the number of a descriptor")
    }
    return try SecretReader(descriptor: descriptor).everything()
  }
}

extension UnlockMethod {
  fileprivate var line: String {
    guard let cost else { return kind.description }
    return "\(kind), \(cost.operations) passes over \(cost.memoryByteCount >> 20) MiB"
  }

  fileprivate var json: [(String, String)] {
    var members = [("id", JSONText.string(id)), ("kind", JSONText.string(kind.name))]
    if let cost {
      members += [("operations", String(cost.operations)), ("memoryBytes", String(cost.memoryByteCount))]
    }
    return members
  }
}

extension UnlockMethod.Kind {
  /// The word that programs read.
  fileprivate var name: String {
    switch self {
    case .passphrase: "passphrase"
    case .recoveryCode: "recoveryCode"
    case .device: "device"
    case .externalSecret: "externalSecret"
    }
  }
}
