package import KeychainSchema

extension Keyring {
  /// The generation under which items of the class are sealed now; nil where its body is closed or it has no key.
  package func currentGeneration(of protection: ProtectionClass) -> UInt32? {
    access.reading { table.current(protection.rawValue)?.generation }
  }

  /// The bytes of a box around `byteCount` bytes.
  package static func boxByteCount(ofPlaintext byteCount: Int) -> Int { byteCount + BoxHeader.overhead }

  /// Seals padded metadata records for the row that `columns` are.
  ///
  /// - Returns: `head 8 ‖ nonce 24 ‖ ciphertext n ‖ tag 16`.
  package func sealMetadata(_ padded: RawSpan, columns: ItemColumns) throws(SealError) -> [UInt8] {
    try unsafe Self.array(around: padded) { box throws(SealError) in
      try unsafe sealMetadata(padded, columns: columns, into: box)
    }
  }

  /// The same into memory of the caller, of `boxByteCount(ofPlaintext:)` bytes.
  package func sealMetadata(
    _ padded: RawSpan, columns: ItemColumns, into box: UnsafeMutableRawBufferPointer
  ) throws(SealError) {
    try unsafe seal(padded, .metadata, columns, into: box) { head in
      BoxContext(metadata: head, of: columns, in: databaseIdentifier)
    }
  }

  /// Seals padded secret records, or what `ApplicationPassword` sealed before.
  ///
  /// - Parameter secretGeneration: the row's generation at this write, which the metadata holds as `#sgn`.
  package func sealSecret(
    _ padded: RawSpan, columns: ItemColumns, secretGeneration: UInt64, kind: BoxKind = .secret
  ) throws(SealError) -> [UInt8] {
    try unsafe Self.array(around: padded) { box throws(SealError) in
      try unsafe sealSecret(padded, columns: columns, secretGeneration: secretGeneration, kind: kind, into: box)
    }
  }

  /// The same into memory of the caller, of `boxByteCount(ofPlaintext:)` bytes.
  package func sealSecret(
    _ padded: RawSpan, columns: ItemColumns, secretGeneration: UInt64, kind: BoxKind = .secret,
    into box: UnsafeMutableRawBufferPointer
  ) throws(SealError) {
    precondition(kind != .metadata, "a secret is sealed as a secret")
    try unsafe seal(padded, kind, columns, into: box) { head in
      BoxContext(secret: head, of: columns, secretGeneration: secretGeneration, in: databaseIdentifier)
    }
  }

  /// An array that `seal` fills with a box.
  private static func array(
    around padded: RawSpan, _ seal: (UnsafeMutableRawBufferPointer) throws(SealError) -> Void
  ) throws(SealError) -> [UInt8] {
    var failure: SealError?
    let byteCount = boxByteCount(ofPlaintext: padded.byteCount)
    let box = unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      do throws(SealError) {
        try unsafe seal(UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: byteCount))
        count = byteCount
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return box
  }

  private func seal(
    _ padded: RawSpan, _ kind: BoxKind, _ columns: ItemColumns, into box: UnsafeMutableRawBufferPointer,
    context: (UInt64) -> BoxContext?
  ) throws(SealError) {
    precondition(box.count == Self.boxByteCount(ofPlaintext: padded.byteCount), "a box is sized for its plaintext")
    guard let code = UInt8(exactly: columns.protection), let protection = ProtectionClass(rawValue: code) else {
      preconditionFailure("a row has one of the seven protection classes")
    }
    access.lockForReading()
    defer { access.unlock() }
    guard let (row, generation) = table.current(code) else { throw refusal(of: protection) }
    let head = BoxHeader(protection: code, kind: kind, keyGeneration: generation).word
    guard let context = context(head) else { preconditionFailure("a row's columns are in range") }
    let key = unsafe kind == .metadata ? table.metadataKey(row) : table.secretKey(row)
    unsafe fill(box, head, padded, context, key: key)
  }

  private func fill(
    _ box: UnsafeMutableRawBufferPointer, _ head: UInt64, _ padded: RawSpan, _ context: BoxContext,
    key: UnsafeMutableRawPointer
  ) {
    guard let start = box.baseAddress else { return }
    unsafe start.storeBytes(of: head.littleEndian, as: UInt64.self)
    let nonce = unsafe start + BoxHeader.byteCount
    // INVARIANT: the nonce is drawn here, once for this one sealing.
    unsafe random.fill(UnsafeMutableRawBufferPointer(start: nonce, count: AEAD.nonceByteCount))
    unsafe padded.withUnsafeBytes { plaintext in
      unsafe context.withUnsafeBytes { associated in
        unsafe AEAD.seal(
          plaintext, associated: associated, nonce: nonce, key: key, into: start + BoxHeader.ciphertextStart)
      }
    }
  }

  /// Why a class has no key to seal under.
  private func refusal(of protection: ProtectionClass) -> SealError {
    if isPortable && protection.isThisDeviceOnly { return .notAvailable }
    if protection == .whenPasscodeSetThisDeviceOnly && !table.bag.hasPassphrase { return .noPasscode }
    return .locked
  }
}
