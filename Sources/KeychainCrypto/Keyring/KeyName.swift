package import KeychainSchema

/// One generation of an item class's key.
package struct KeyName: Hashable, Sendable {
  /// The item class.
  package let protection: ProtectionClass
  /// Counts from 1.
  package let generation: UInt32

  /// Names a generation, known or not.
  package init(protection: ProtectionClass, generation: UInt32) {
    self.protection = protection
    self.generation = generation
  }
}
