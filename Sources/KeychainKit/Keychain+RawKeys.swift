package import KeychainCrypto
package import KeychainSchema

extension Keychain {
  /// The derived keys of a class in the clear, for the benchmarks' program in C.
  package func rawKeys(of protection: ProtectionClass) -> RawKeys? {
    store.keyring.rawKeys(of: protection)
  }
}
