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

  /// The tags of an item at once: its identity, and its search terms but the one on which identities join, which is of
  /// no class and no group.
  package func tags(
    of itemClass: ItemClass, group: String, _ attributes: AttributeSet
  ) throws(KeyringError) -> (identity: Identifier, terms: InlineArray<5, Int64?>) {
    access.lockForReading()
    defer { access.unlock() }
    guard table.isOpen(.device) else { throw .locked }
    let byteCount = ItemTagInputs.greatestByteCount(of: itemClass, group: group, attributes)
    return unsafe Scratch.withBytes(byteCount) { buffer in
      var inputs = unsafe ItemTagInputs(to: buffer, of: itemClass, group: group, attributes)
      let identity = unsafe hashed(inputs.identity(itemClass.uniqueness))
      var terms: InlineArray<5, Int64?> = .init(repeating: nil)
      let shapes = itemClass.termShapes
      for index in shapes.indices where !shapes[index].isJoin {
        if let input = unsafe inputs.term(shapes[index]) { terms[index] = unsafe hashed(input).term }
      }
      return (identity, terms)
    }
  }

  private func tag(of input: UnsafeRawBufferPointer) throws(KeyringError) -> Identifier {
    access.lockForReading()
    defer { access.unlock() }
    guard table.isOpen(.device) else { throw .locked }
    return unsafe hashed(input)
  }

  /// Under the lock, while the body of the device is open.
  private func hashed(_ input: UnsafeRawBufferPointer) -> Identifier {
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
