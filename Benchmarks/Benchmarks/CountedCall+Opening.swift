import KeychainKit

extension CountedCall {
  /// From the path to the first secret, of a keychain that opens by itself.
  ///
  /// An opening begins a task in the background, and whose memory that takes depends on what other threads gave back.
  static let opening = CountedCall("open", kinds: allButAllocations) { counted in
    let query = CountedKeychain.key(7)
    var found: SecretBytes?
    counted.close()
    return Turns { _ in
      found = try counted.keychain().secret(for: query)
    } check: { _ in
      counted.close()
      return found?.isEqual(to: CountedKeychain.secret(7)) == true
    }
  }

  /// An open keychain with a passphrase, at the default cost: each turn takes half a second, so there are few.
  static let unlocking = CountedCall("unlock", kinds: allButAllocations, warmingTurns: 2, turnCount: 5) { counted in
    let keychain = try counted.keychain()
    let passphrase = SecretBytes("correct horse battery staple")
    let query = CountedKeychain.key(7)
    try keychain.setPassphrase(passphrase)
    try keychain.lock()
    return Turns { _ in
      try keychain.unlock(passphrase: passphrase)
    } check: { _ in
      let isUnlocked = try keychain.secret(for: query).isEqual(to: CountedKeychain.secret(7))
      return try isUnlocked && keychain.lock()
    }
  }
}
