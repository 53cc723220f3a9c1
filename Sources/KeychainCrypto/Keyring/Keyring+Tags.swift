import CSodium
package import KeychainSchema

/// Why a keyring gave no tag and no name.
package enum KeyringError: Error, Equatable {
  /// A portable keychain that is not yet unlocked has no key at all.
  case locked
}

extension Keyring {
  /// The keyed tag of an identity, a search term, a join or a group:
  /// `H(16, kdf(INDEX, 1, "kcterm01"), input)`.
  package func tag(_ input: borrowing TagInput) throws(KeyringError) -> Identifier {
    try unsafe Scratch.withBytes(input.greatestByteCount) { (buffer) throws(KeyringError) in
      var writer = unsafe ByteWriter(buffer)
      input.write(to: &writer)
      return try unsafe tag(of: UnsafeRawBufferPointer(rebasing: buffer[..<writer.count]))
    }
  }

  private func tag(of input: UnsafeRawBufferPointer) throws(KeyringError) -> Identifier {
    access.lockForReading()
    defer { access.unlock() }
    guard table.isOpen(.device) else { throw .locked }
    var pair: (UInt64, UInt64) = (0, 0)
    let key = unsafe UnsafeRawBufferPointer(
      start: table.arena.pointer(KeyTable.Slot.tags), count: Subkey.byteCount)
    unsafe withUnsafeMutableBytes(of: &pair) { unsafe Hash.fill($0, key: key, of: input) }
    return Identifier(first: pair.0, second: pair.1)
  }

  /// The 20 bytes of `kSecAttrSHA1`: BLAKE2b-160 without a key.
  package static func digest(_ bytes: RawSpan) -> [UInt8] {
    Hash.bytes(20, key: nil, bytes.byteCount) { $0.append(bytes) }
  }
}
