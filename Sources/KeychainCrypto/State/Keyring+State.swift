package import KeychainSchema

extension Keyring {
  /// Seals the state record: `nonce 24 ‖ AEAD(kdf(STATE, 1, "kcstate1"), record)`.
  ///
  /// Sealed and not merely signed: sums in the clear, one after the other, would tell the hashes of single rows, and
  /// with them rows could be cancelled.
  package func sealState(_ record: StateRecord) throws(KeyringError) -> [UInt8] {
    try unsafe Scratch.withBytes(StateRecord.byteCount) { (buffer) throws(KeyringError) in
      var writer = unsafe ByteWriter(buffer)
      record.write(to: &writer)
      return try unsafe withKey(KeyTable.Slot.stateRecord, "kc1.stat", nil) { key, associated in
        unsafe NoncedBox.seal(.init(buffer), associated: associated, key: key, random: random)
      }
    }
  }

  /// The record; nil where the box was changed or is another database's.
  package func openState(_ box: [UInt8]) throws(KeyringError) -> StateRecord? {
    try unsafe withKey(KeyTable.Slot.stateRecord, "kc1.stat", nil) { key, associated in
      unsafe NoncedBox.open(box, associated: associated, key: key) { unsafe StateRecord($0) }
    }
  }

  /// The hash of a row, which puts it into a sum and takes it out:
  /// `H(32, kdf(STATE, 2, "kcstate1"), "kc1.row0" ‖ table u8 ‖ row bytes)`.
  package func sum(_ rowBytes: RawSpan, of summed: SummedTable) throws(KeyringError) -> RowSum {
    access.lockForReading()
    defer { access.unlock() }
    guard table.isOpen(.device) else { throw .locked }
    let key = unsafe UnsafeRawBufferPointer(
      start: table.arena.pointer(KeyTable.Slot.rowHash), count: Subkey.byteCount)
    var words = InlineArray<4, UInt64>(repeating: 0)
    var output = words.mutableSpan
    unsafe output.withUnsafeMutableBytes {
      unsafe Hash.fill($0, key: key, 9 + rowBytes.byteCount) { writer in
        writer.append("kc1.row0" as StaticString)
        writer.append(summed.rawValue)
        writer.append(rowBytes)
      }
    }
    return RowSum(words)
  }

  /// The anchor of a record as it lies sealed in the database.
  package func anchor(of box: [UInt8], epoch: UInt64) throws(KeyringError) -> Anchor {
    Anchor(databaseIdentifier: databaseIdentifier, epoch: epoch, mac: try anchorMac(of: box, epoch: epoch))
  }

  /// Whether an anchor was made from this very record.
  package func isAnchor(_ anchor: Anchor, of box: [UInt8]) throws(KeyringError) -> Bool {
    let expected = try anchorMac(of: box, epoch: anchor.epoch)
    return unsafe anchor.databaseIdentifier == databaseIdentifier
      && Sodium.areEqual(expected.span.bytes, anchor.mac.span.bytes)
  }

  /// `H(32, kdf(STATE, 3, "kcstate1"), "kc1.anch" ‖ db uuid ‖ epoch u64 ‖ sealed record)`.
  ///
  /// The sealed form, because two records of one content and epoch still differ in it: histories that parted and are
  /// equally long are told apart.
  private func anchorMac(of box: [UInt8], epoch: UInt64) throws(KeyringError) -> [UInt8] {
    try unsafe withKey(KeyTable.Slot.anchor, "kc1.anch", nil) { key, head in
      let key = unsafe UnsafeRawBufferPointer(start: key, count: Subkey.byteCount)
      return unsafe [UInt8](unsafeUninitializedCapacity: Anchor.macByteCount) { buffer, count in
        let output = unsafe UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: Anchor.macByteCount)
        unsafe Hash.fill(output, key: key, head.count + 8 + box.count) { writer in
          unsafe writer.append(head)
          writer.append(epoch)
          writer.append(box)
        }
        count = Anchor.macByteCount
      }
    }
  }
}
