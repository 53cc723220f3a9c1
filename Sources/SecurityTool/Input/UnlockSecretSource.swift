import KeychainKit

/// Where a command takes the secret from that opens a keychain: its passphrase, a recovery code or what systemd gave.
struct UnlockSecretSource {
  /// The options of commands that change how a keychain is opened.
  static let options: [CommandOption] =
    [
      .value("password-fd", "number", "reads the passphrase, one line, from a descriptor")
    ] + otherOptions

  /// What may stand in for a passphrase.
  static let otherOptions: [CommandOption] = [
    .value("code-fd", "number", "reads a recovery code instead, one line, from a descriptor"),
    .value("credential", "name", "takes an external secret instead, from a systemd credential"),
  ]

  let invocation: Invocation
  /// The call that a failure is reported for.
  let call: String

  private var source: PassphraseSource { PassphraseSource(invocation: invocation, call: call) }

  /// A recovery code or an external secret, where one of their options was given.
  func other() throws(CommandFailure) -> UnlockSecret? {
    let arguments = invocation.arguments
    if let name = arguments["credential"] {
      guard !arguments.has("code-fd") else { throw .usage("--code-fd and --credential exclude each other") }
      return try calling(call) { () throws(KeychainError) in try UnlockSecret.credential(named: name) }
    }
    guard let text = try source.given(descriptorOption: "code-fd") else { return nil }
    return .recoveryCode(try code(text))
  }

  /// What opens the keychain, asked for where no option gave it; nil where it opens by itself.
  func secret(of keychain: Keychain, _ name: String?) throws(CommandFailure) -> UnlockSecret? {
    let other = try other()
    let passphrase = try source.given(descriptorOption: "password-fd")
    if other != nil && passphrase != nil { throw .usage("one secret is enough") }
    if let secret = other ?? passphrase.map({ .passphrase($0) }) { return secret }
    guard try calling(call, { () throws(KeychainError) in try keychain.lockState }) != .noPassphrase else { return nil }
    return .passphrase(try source.asked("password of \(name ?? "default"): "))
  }

  /// A recovery code from a descriptor, or as the person types it.
  func askedCode() throws(CommandFailure) -> RecoveryCode {
    let given = try source.given(descriptorOption: "code-fd")
    return try code(given.orElse { () throws(CommandFailure) in try source.asked("recovery code: ") })
  }

  private func code(_ text: SecretBytes) throws(CommandFailure) -> RecoveryCode {
    do {
      return try RecoveryCode(text)
    } catch {
      throw .tool("\(error)")
    }
  }
}

extension Invocation {
  /// Prints a code for the person to keep: alone on the output, and what it is for beside it.
  func show(_ code: RecoveryCode) {
    code.text.withBytes { output.write($0) }
    output.line("")
    errors.tellPerson(
      "keep this recovery code on paper, it is shown once; it opens the keychain when the",
      "passphrase or this device's secret is lost")
  }

  /// Says what came of making keys anew.
  func show(_ renewal: KeyRenewal) {
    if renewal.removedItemCount > 0 {
      errors.line("security: \(renewal.removedItemCount) items needed a passphrase and are gone")
    }
    for kind in renewal.droppedMethods { errors.line("security: a \(kind) was dropped, since it was not given") }
    if let code = renewal.recoveryCode { show(code) }
  }
}
