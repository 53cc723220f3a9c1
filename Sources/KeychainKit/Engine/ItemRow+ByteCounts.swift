import KeychainStorage

extension ItemRow {
  /// The bytes of the sealed metadata.
  var metadataByteCount: Int { withMetadata { $0.byteCount } }

  /// The bytes of the sealed secret, 0 where there is none.
  var secretByteCount: Int { withSecret { $0?.byteCount ?? 0 } }
}
