import KeychainKit

extension Subcommand {
  static let recoverKeychain = Subcommand(
    name: "recover-keychain",
    summary: "Opens a keychain with a recovery code, after its passphrase or the device's secret was lost.",
    options: [
      .value("code-fd", "number", "reads the recovery code, one line, from a descriptor"),
      .value("password-fd", "number", "reads the new passphrase, one line, from a descriptor; after the code"),
      .flag("no-password", "for a keychain that had no passphrase"),
    ], operands: "[keychain]", example: "recover-keychain work.keychain"
  ) { invocation throws(CommandFailure) in
    let arguments = invocation.arguments
    guard arguments.operands.count <= 1 else { throw .usage() }
    let name = arguments.operands.first
    let call = "SecKeychainRecover \(name ?? "<NULL>")"
    let path = try calling(call) { () throws(KeychainError) in try invocation.keychains.path(ofExisting: name) }
    let code = try UnlockSecretSource(invocation: invocation, call: call).askedCode()
    let source = PassphraseSource(invocation: invocation, call: call)
    var passphrase = try source.given(descriptorOption: "password-fd")
    if passphrase == nil && !arguments.has("no-password") { passphrase = try source.askedTwice("new password") }
    let recovery = try calling(call) { () throws(KeychainError) in
      try invocation.keychains.recover(path, code, passphrase: passphrase)
    }
    invocation.show(recovery)
  }

  static let exportDeviceSecret = Subcommand(
    name: "export-device-secret",
    summary: "Prints this device's part of a keychain's keys, which lies where backups do not look.",
    operands: "[keychain]", example: "export-device-secret work.keychain > device-secret"
  ) { invocation throws(CommandFailure) in
    guard invocation.arguments.operands.count <= 1 else { throw .usage() }
    let name = invocation.arguments.operands.first
    let call = "SecKeychainCopyDeviceSecret \(name ?? "<NULL>")"
    let keychain = try calling(call) { () throws(KeychainError) in try invocation.keychains.openExisting(name) }
    guard let code = keychain.deviceSecret else { throw .tool("a portable keychain has no device secret") }
    code.text.withBytes { invocation.output.write($0) }
    invocation.output.line("")
  }

  static let restoreDeviceSecret = Subcommand(
    name: "restore-device-secret", summary: "Puts a device secret in its place that was exported before.",
    options: [.value("code-fd", "number", "reads the secret, one line, from a descriptor")], operands: "[keychain]",
    example: "restore-device-secret --code-fd 3 work.keychain 3< device-secret"
  ) { invocation throws(CommandFailure) in
    guard invocation.arguments.operands.count <= 1 else { throw .usage() }
    let name = invocation.arguments.operands.first
    let call = "SecKeychainRestoreDeviceSecret \(name ?? "<NULL>")"
    let path = try calling(call) { () throws(KeychainError) in try invocation.keychains.path(ofExisting: name) }
    let source = PassphraseSource(invocation: invocation, call: call)
    let given = try source.given(descriptorOption: "code-fd")
    let text = try given.orElse { () throws(CommandFailure) in try source.asked("device secret: ") }
    let secret: DeviceSecretCode
    do {
      secret = try DeviceSecretCode(text)
    } catch {
      throw .tool("\(error)")
    }
    try calling(call) { () throws(KeychainError) in try invocation.keychains.restore(secret, at: path) }
  }
}

extension Invocation {
  /// Says what a recovery cost.
  fileprivate func show(_ recovery: Recovery) {
    if recovery.lostItemCount > 0 {
      errors.line(
        "security: \(recovery.lostItemCount) items were bound to the device whose secret is lost, and are gone")
    }
    for kind in recovery.droppedMethods {
      errors.line("security: a \(kind) was dropped: the lost secret was part of it")
    }
    if let rollback = recovery.rollback {
      errors.line("security: the file may be an older one, and is written from now on: \(rollback)")
    }
  }
}
