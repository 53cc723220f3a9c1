package import KeychainCrypto
package import KeychainSchema

extension Keychain {
  /// The derived keys of a class in the clear, for the benchmarks' program in C.
  package func rawKeys(of protection: ProtectionClass) -> RawKeys? {
    store.keyring.rawKeys(of: protection)
  }

  #if DEBUG
    /// The keys that a locked keychain must not have, masked, for tests that look for them in memory.
    package func maskedKeys(passphrase: SecretBytes) throws(KeychainError) -> [MaskedKey] {
      let image = try store.currentKeybag()
      return try keys { () throws(KeybagError) in
        try store.keyring.maskedKeys(in: image, passphrase: passphrase)
      }
    }
  #endif
}
