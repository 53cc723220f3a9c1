package import KeychainSchema

/// Derived keys in the clear: what the benchmarks' program in C needs to read and write this very format.
///
/// Nothing outside the package can ask for them, and nothing in it but the benchmarks does.
package struct RawKeys: Sendable {
  /// K_meta, 32 bytes.
  package let metadataKey: [UInt8]
  /// K_secret, 32 bytes.
  package let secretKey: [UInt8]
  /// What tags and terms are hashed under, 32 bytes.
  package let termKey: [UInt8]
  /// What the state record is sealed under, 32 bytes.
  package let recordKey: [UInt8]
  /// What the rows that it sums are hashed under, 32 bytes.
  package let rowKey: [UInt8]
  /// What every box is bound to.
  package let databaseIdentifier: Identifier
  /// The class whose keys these are.
  package let protection: ProtectionClass
  /// The generation of the class key.
  package let generation: UInt32
}

extension Keyring {
  /// The keys of a class, copied; nil while its body is closed.
  package func rawKeys(of protection: ProtectionClass) -> RawKeys? {
    access.reading {
      guard table.isOpen(.device), let (row, generation) = table.current(protection.rawValue) else { return nil }
      func copy(_ key: UnsafeMutableRawPointer) -> [UInt8] {
        unsafe [UInt8](UnsafeRawBufferPointer(start: key, count: Subkey.byteCount))
      }
      return unsafe RawKeys(
        metadataKey: copy(table.metadataKey(row)), secretKey: copy(table.secretKey(row)),
        termKey: copy(table.arena.pointer(KeyTable.Slot.tags)),
        recordKey: copy(table.arena.pointer(KeyTable.Slot.stateRecord)),
        rowKey: copy(table.arena.pointer(KeyTable.Slot.rowHash)), databaseIdentifier: databaseIdentifier,
        protection: protection, generation: generation)
    }
  }
}
