import CSodium
import KeychainSchema

/// An X25519 pair for files that may be written while locked.
struct FileKeyPair {
  let secret: SecretBytes
  let publicKey: SecretBytes

  init(random: RandomSource) {
    let secret = random.secret(byteCount: Subkey.byteCount)
    self.secret = secret
    publicKey = unsafe SecretBytes(byteCount: Subkey.byteCount) { (output: UnsafeMutableRawBufferPointer) in
      unsafe secret.withUnsafeBytes { scalar in
        guard let point = output.baseAddress, let scalar = scalar.baseAddress else { return }
        let failed = unsafe crypto_scalarmult_base(
          point.assumingMemoryBound(to: UInt8.self), scalar.assumingMemoryBound(to: UInt8.self))
        precondition(failed == 0, "every scalar has a public key")
      }
      return Subkey.byteCount
    }
  }

  func publicEntry(generation: UInt32) -> KeybagEntry {
    KeybagEntry(entryClass: .file(.unlessOpen), flags: .publicKey, generation: generation, key: publicKey)
  }

  func privateEntry(generation: UInt32) -> KeybagEntry {
    KeybagEntry(entryClass: .file(.unlessOpen), flags: [], generation: generation, key: secret)
  }
}
