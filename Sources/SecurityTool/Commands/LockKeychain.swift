import KeychainKit

extension Subcommand {
  static let lockKeychain = Subcommand(
    name: "lock-keychain", summary: "Locks keychains, for every process: the default one, or those named.",
    options: [.flag("a", "locks every keychain of the search list")], operands: "[keychain ...]",
    example: "lock-keychain work.keychain"
  ) { invocation throws(CommandFailure) in
    let names = invocation.arguments.operands
    let keychains = invocation.keychains
    guard invocation.arguments.has("a") else {
      for name in names.isEmpty ? [nil] : names.map(Optional.some) {
        try calling("SecKeychainLock \(name ?? "<NULL>")") { () throws(KeychainError) in
          _ = try keychains.openExisting(name).lock()
        }
      }
      return
    }
    guard names.isEmpty else { throw .usage("-a takes no keychain") }
    try calling("SecKeychainLockAll") { () throws(KeychainError) in
      for keychain in try keychains.searched([]) { try keychain.lock() }
    }
  }
}
