import Foundation
import KeychainKit
import KeychainSchema

extension Subcommand {
  static let cloneKeychain = Subcommand(
    name: "clone-keychain",
    summary: """
      Makes another keychain with the same items, which a copied file is not. Exits with 8 where something was left out.
      """,
    options: [
      .flag("leave-out-locked", "leaves out items of locked classes; else they make it fail"),
      .flag("no-password", "the new keychain opens by itself"),
      .value("new-password-fd", "number", "reads the passphrase of the new keychain, one line, from a descriptor"),
      PassphraseSource.unlockingOption,
    ], operands: "keychain new-keychain",
    example: "clone-keychain --new-password-fd 3 login.keychain copy.keychain 3< passphrase-file"
  ) { invocation throws(CommandFailure) in
    let arguments = invocation.arguments
    guard arguments.operands.count == 2 else { throw .usage() }
    let call = "SecKeychainCreate \(arguments.operands[1])"
    let source = PassphraseSource(invocation: invocation, call: call)
    let opener = try invocation.unlockingKeychains(for: call)
    let given = try source.given(descriptorOption: "new-password-fd")
    guard given == nil || !arguments.has("no-password") else { throw .usage("--no-password takes no passphrase") }
    let (keychain, path) = try calling(call) { () throws(KeychainError) in
      let keychain = try opener.open(arguments.operands[0])
      let path = try opener.names.path(ofNew: arguments.operands[1])
      if KeychainNames.exists(path) { throw .keychainExists(path: path) }
      return (keychain, path)
    }
    var passphrase = given
    if passphrase == nil, !arguments.has("no-password") {
      passphrase = try source.askedTwice("password for new keychain")
    }
    let line = ProgressLine(sink: invocation.errors, unit: "items")
    let report = try calling(call) { () throws(KeychainError) in
      defer { line.end() }
      var options = try opener.options()
      options.sharesUnlock = false
      return try keychain.clone(
        to: path, passphrase: passphrase, options: options, leavingOutLocked: arguments.has("leave-out-locked")
      ) { line.show($0) }
    }
    invocation.output.line("copied: \(report.copiedCount)")
    for item in report.leftOut {
      let itemClass = item.itemClass?.code.text ?? "unknown"
      invocation.output.line("left out: \(itemClass), \(item.uuid.uuidString.lowercased()), \(item.reason.rawValue)")
    }
    if !report.leftOut.isEmpty { throw .reported(.attention) }
  }
}
