/// Something that reads bytes of a stranger's, for the fuzzer: whatever they are, it ends, and soon.
package struct FuzzTarget: Sendable {
  package let name: String
  /// What the fuzzer begins with: bytes that are right.
  package let seeds: @Sendable () throws -> [[UInt8]]
  /// Makes what takes the bytes, with all that it needs. A crash, a trap or a hang is what is looked for; what the
  /// bytes are refused with is not.
  package let make: @Sendable () throws -> ([UInt8]) -> Void

  package static let all: [FuzzTarget] = [
    .records, .metadata, .secret, .keybag, .backup, .state, .accessControl, .dictionary, .certificate, .entitlements,
    .files, .database, .pages,
  ]

  package static func named(_ name: String) -> FuzzTarget? {
    all.first { $0.name == name }
  }
}

extension FuzzTarget {
  /// Stops the fuzzer: what was found is wrong, though nothing crashed.
  static func require(_ isTrue: Bool, _ what: String) {
    precondition(isTrue, what)
  }
}
