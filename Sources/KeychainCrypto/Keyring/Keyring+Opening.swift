package import KeychainSchema

extension Keyring {
  /// How many bytes a box of `byteCount` bytes holds at most.
  package static func plaintextByteCount(ofBox byteCount: Int) -> Int {
    max(0, byteCount - BoxHeader.overhead)
  }

  /// Opens metadata for the row that `columns` are, and no other.
  ///
  /// - Parameter target: at least `plaintextByteCount(ofBox:)` bytes; padded records, or zeros where it does not open.
  package func openMetadata(
    _ box: RawSpan, columns: ItemColumns, into target: UnsafeMutableRawBufferPointer
  ) -> BoxOutcome {
    unsafe box.withUnsafeBytes { box in
      switch unsafe Self.judge(box, columns) {
      case .refused(let outcome): return outcome
      case .sound(let head):
        guard head.kind == .metadata,
          let context = BoxContext(metadata: head.word, of: columns, in: databaseIdentifier)
        else { return .undecodable }
        return unsafe open(box, head, context, into: target)
      }
    }
  }

  /// Opens a secret for the row that `columns` are, written at the generation that its metadata names.
  ///
  /// - Parameter target: at least `plaintextByteCount(ofBox:)` bytes; padded records, or the inner part of an
  ///   application password as the outcome says, or zeros where it does not open.
  package func openSecret(
    _ box: RawSpan, columns: ItemColumns, secretGeneration: UInt64, into target: UnsafeMutableRawBufferPointer
  ) -> BoxOutcome {
    unsafe box.withUnsafeBytes { box in
      switch unsafe Self.judge(box, columns) {
      case .refused(let outcome): return outcome
      case .sound(let head):
        guard head.kind != .metadata,
          let context = BoxContext(
            secret: head.word, of: columns, secretGeneration: secretGeneration, in: databaseIdentifier)
        else { return .undecodable }
        return unsafe open(box, head, context, into: target)
      }
    }
  }
}

extension Keyring {
  private enum Judgement {
    case sound(BoxHeader)
    case refused(BoxOutcome)
  }

  /// What can be said of a box without a key.
  private static func judge(_ box: UnsafeRawBufferPointer, _ columns: ItemColumns) -> Judgement {
    guard box.count >= BoxHeader.byteCount else { return .refused(.undecodable) }
    let head = unsafe UInt64(littleEndian: box.loadUnaligned(as: UInt64.self))
    guard UInt8(truncatingIfNeeded: head) == BoxHeader.version,
      UInt8(truncatingIfNeeded: head >> 8) == BoxHeader.algorithm
    else { return .refused(.newer) }
    let protection = UInt8(truncatingIfNeeded: head >> 16)
    guard box.count >= BoxHeader.overhead, (6...12).contains(protection), Int64(protection) == columns.protection,
      let kind = BoxKind(rawValue: UInt8(truncatingIfNeeded: head >> 24))
    else { return .refused(.undecodable) }
    return .sound(
      BoxHeader(protection: protection, kind: kind, keyGeneration: UInt32(truncatingIfNeeded: head >> 32)))
  }

  private func open(
    _ box: UnsafeRawBufferPointer, _ head: BoxHeader, _ context: BoxContext,
    into target: UnsafeMutableRawBufferPointer
  ) -> BoxOutcome {
    let byteCount = box.count - BoxHeader.overhead
    precondition(target.count >= byteCount, "the target was sized for the box")
    guard let start = box.baseAddress else { return .undecodable }
    access.lockForReading()
    defer { access.unlock() }
    switch table.lookUp(head.protection, generation: head.keyGeneration) {
    case .locked: return .locked
    case .destroyed: return .keyDestroyed
    case .missing: return .keyMissing
    case .row(let row):
      let key = unsafe head.kind == .metadata ? table.metadataKey(row) : table.secretKey(row)
      let isOpen = unsafe context.withUnsafeBytes { associated in
        unsafe AEAD.open(
          UnsafeRawBufferPointer(rebasing: box[BoxHeader.ciphertextStart...]), associated: associated,
          nonce: start + BoxHeader.byteCount, key: key, into: target.baseAddress)
      }
      guard isOpen else { return .undecodable }
      return head.kind == .applicationPassword
        ? .openedApplicationPassword(byteCount: byteCount) : .opened(byteCount: byteCount)
    }
  }
}
