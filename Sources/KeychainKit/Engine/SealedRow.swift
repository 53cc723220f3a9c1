import KeychainCrypto
import KeychainSchema
import KeychainStorage

/// A row of `item`, wherever it is: where SQLite stands on it, or copied out of a database.
protocol SealedRow: ~Copyable {
  var columns: ItemColumns { get }
  var hasSecret: Bool { get }
  var metadataByteCount: Int { get }
  /// 0 where there is no secret.
  var secretByteCount: Int { get }
  func lendMetadata(_ body: (RawSpan) -> Void)
  /// Nothing is lent where there is no secret.
  func lendSecret(_ body: (RawSpan) -> Void)
  /// The row as it goes into quarantine, secret included.
  var wholeBytes: [UInt8] { get }
}

extension ItemRow: SealedRow {
  var wholeBytes: [UInt8] { rowBytes() }
}

extension ItemRowCopy: SealedRow {
  var hasSecret: Bool { secret != nil }
  var metadataByteCount: Int { metadata.count }
  var secretByteCount: Int { secret?.count ?? 0 }
  var wholeBytes: [UInt8] { bytes }

  func lendMetadata(_ body: (RawSpan) -> Void) {
    body(unsafe metadata.span.bytes)
  }

  func lendSecret(_ body: (RawSpan) -> Void) {
    if let secret { body(unsafe secret.span.bytes) }
  }
}

extension SealedRow where Self: ~Copyable {
  /// Whether it may reach beyond the page it begins on.
  ///
  /// SQLite tells a page that a disk gave as zeros without an error, but for the last of a row that has several: that
  /// those bytes are its own, only opening its boxes tells. A page of 4,096 bytes holds rows of up to 4,061 (SQLite's
  /// file format, section 1.6), some 180 of them plain columns.
  var mayBeSpread: Bool { metadataByteCount + secretByteCount > 3_800 }

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
