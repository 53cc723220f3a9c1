import KeychainCrypto
import KeychainSchema
import KeychainStorage

extension ItemRow {
  /// Opens the metadata into memory that is large enough.
  func openMetadata(with keyring: Keyring, into buffer: UnsafeMutableRawBufferPointer) -> BoxOutcome {
    var outcome = BoxOutcome.undecodable
    lendMetadata { box in outcome = unsafe keyring.openMetadata(box, columns: columns, into: buffer) }
    return outcome
  }

  /// Opens the secret that was written at a generation; one that is not there is undecodable.
  func openSecret(
    writtenAt generation: UInt64, with keyring: Keyring, into buffer: UnsafeMutableRawBufferPointer
  ) -> BoxOutcome {
    var outcome = BoxOutcome.undecodable
    lendSecret { box in
      outcome = unsafe keyring.openSecret(box, columns: columns, secretGeneration: generation, into: buffer)
    }
    return outcome
  }
}
