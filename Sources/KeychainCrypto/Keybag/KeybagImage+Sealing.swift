import KeychainSchema

extension KeybagImage {
  /// Seals all three bodies behind `header` and `slots`; the header's counts are set here.
  init(
    sealing contents: KeybagContents, keys: BodyKeys, slots: [KeybagSlot], header: KeybagHeader, random: RandomSource
  ) throws(KeybagError) {
    guard contents.entryCount <= KeybagHeader.entryLimit else { throw .tooManyKeys }
    var header = header
    header.slotCount = slots.count
    header.deviceEntryCount = contents.device.count
    header.firstEntryCount = contents.first.count
    header.userEntryCount = contents.user.count

    var bytes = Self.head(header, slots)
    bytes.reserveCapacity(header.keybagByteCount)
    for body in KeybagBody.allCases {
      Self.append(body, contents[body], key: keys[body], random, to: &bytes)
    }
    bytes += unsafe bytes.withUnsafeBytes { unsafe Self.digest(of: $0) }
    self.init(sealed: bytes, header: header, slots: slots)
  }

  private static func head(_ header: KeybagHeader, _ slots: [KeybagSlot]) -> [UInt8] {
    let head = unsafe [UInt8](unsafeUninitializedCapacity: KeybagHeader.byteCount) { buffer, count in
      var writer = unsafe ByteWriter(UnsafeMutableRawBufferPointer(buffer))
      header.write(to: &writer)
      count = writer.count
    }
    return slots.reduce(head) { $0 + $1.bytes }
  }

  private static func append(
    _ body: KeybagBody, _ entries: [KeybagEntry], key: SecretBytes, _ random: RandomSource, to bytes: inout [UInt8]
  ) {
    let nonceStart = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: AEAD.nonceByteCount))
    // INVARIANT: the nonce is drawn here, once for this one sealing.
    unsafe bytes.withUnsafeMutableBytes { unsafe random.fill(.init(rebasing: $0[nonceStart...])) }
    let associated = associatedData(of: body, bytes[...])
    let sealed = unsafe Scratch.withBytes(entries.count * KeybagEntry.byteCount) { plaintext in
      var writer = unsafe ByteWriter(plaintext)
      for entry in entries { entry.write(to: &writer) }
      return unsafe bytes.withUnsafeBytes { bag in
        unsafe seal(.init(plaintext), associated, nonce: .init(rebasing: bag[nonceStart...]), key)
      }
    }
    bytes += sealed
  }

  private static func seal(
    _ plaintext: UnsafeRawBufferPointer, _ associated: [UInt8], nonce: UnsafeRawBufferPointer, _ key: SecretBytes
  ) -> [UInt8] {
    let byteCount = plaintext.count + AEAD.tagByteCount
    return unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { output, count in
      unsafe associated.withUnsafeBytes { associated in
        unsafe key.withUnsafeBytes { key in
          guard let nonce = nonce.baseAddress, let key = key.baseAddress, let target = output.baseAddress else {
            return
          }
          unsafe AEAD.seal(plaintext, associated: associated, nonce: nonce, key: key, into: target)
          count = byteCount
        }
      }
    }
  }
}
