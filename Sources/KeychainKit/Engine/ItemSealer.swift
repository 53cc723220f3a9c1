import KeychainCrypto
import KeychainSchema

/// An item ready to be written.
struct SealedItem {
  var columns: ItemColumns
  /// What was sealed as metadata, and the digest in it.
  let records: DigestedRecords
  let digest: [UInt8]
  let metadata: [UInt8]
  let secret: [UInt8]?

  /// Everything that was sealed with the metadata.
  var attributes: AttributeSet { records.attributes(with: digest) }
}

/// Seals items under the current keys of their protection class.
struct ItemSealer {
  let keyring: Keyring
  let groupTags: GroupTags

  /// What happens to the secret when a row is written again.
  enum SecretChange {
    /// It is sealed anew with this row generation.
    case seal
    /// Its box stays, written at the given generation; nil where there is none.
    case keep(generation: UInt64?)
  }

  /// Seals an item as generation `generation` of the row `uuid`.
  ///
  /// - Parameters:
  ///   - stored: the item as it was until now, from which columns are taken that stay the same.
  ///   - codes: at least the attributes in which it differs, where they are known.
  /// - Throws: `.locked`, `.passphraseNotSet` or `.notAvailableInPortableKeychain` by the protection class;
  ///   `.parameter` where the metadata is larger than 1 MiB.
  func seal(
    _ content: ItemContent, uuid: Identifier, generation: Int64, clock: Int64, secret change: SecretChange = .seal,
    replacing stored: StoredItem? = nil, touching codes: [FourCharacterCode]? = nil
  ) throws(KeychainError) -> SealedItem {
    let isUnderPassword = content.needsApplicationPassword
    let secretGeneration = Self.secretGeneration(of: content, isUnderPassword, at: generation, change)
    let columns = try columns(of: content, uuid: uuid, generation: generation, replacing: stored, touching: codes)
    let records = DigestedRecords(
      itemClass: content.itemClass, attributes: content.attributes, clock: clock, secretGeneration: secretGeneration)
    let (metadata, digest) = try box(of: records, columns)
    var secret: [UInt8]?
    if case .seal = change, let secretGeneration {
      secret =
        isUnderPassword
        ? try sealUnderPassword(content, columns, secretGeneration)
        : try sealSecret(content.secret, columns, secretGeneration)
    }
    return SealedItem(columns: columns, records: records, digest: digest, metadata: metadata, secret: secret)
  }

  /// An item under a password has a secret always, so that a password can be tried where nothing is kept.
  private static func secretGeneration(
    of content: ItemContent, _ isUnderPassword: Bool, at generation: Int64, _ change: SecretChange
  ) -> UInt64? {
    switch change {
    case .seal: content.secret.isEmpty && !isUnderPassword ? nil : UInt64(bitPattern: generation)
    case .keep(let written): written
    }
  }

  /// The plain columns of an item.
  func columns(
    of content: ItemContent, uuid: Identifier, generation: Int64, replacing stored: StoredItem? = nil,
    touching codes: [FourCharacterCode]? = nil
  ) throws(KeychainError) -> ItemColumns {
    let tags = try tags(of: content, replacing: stored, touching: codes)
    return ItemColumns(
      id: 0, uuid: uuid, identity: tags.identity, itemClass: Int64(content.itemClass.rawValue),
      accessGroup: tags.group, protection: Int64(try content.protection.rawValue),
      synchronizable: content.isSynchronizable ? 1 : 0, tombstone: content.isTombstone ? 1 : 0,
      generation: generation, termVersion: Int64(ItemClass.currentTermVersion), terms: tags.terms)
  }

  private func box(
    of records: DigestedRecords, _ columns: ItemColumns
  ) throws(KeychainError) -> (box: [UInt8], digest: [UInt8]) {
    let byteCount = records.byteCount
    guard byteCount <= RecordCoding.metadataLimit else { throw Self.metadataTooLarge }
    return try unsafe Scratch.withBytes(RecordCoding.paddedMetadataByteCount(byteCount)) {
      buffer throws(KeychainError) in
      let digest = unsafe records.write(to: buffer)
      do throws(SealError) {
        return (try unsafe keyring.sealMetadata(buffer.bytes, columns: columns), digest)
      } catch {
        throw KeychainError(error)
      }
    }
  }

  static let metadataTooLarge = KeychainError.parameter("the attributes are larger than 1 MiB")

  private func sealSecret(
    _ secret: SecretContent, _ columns: ItemColumns, _ generation: UInt64
  ) throws(KeychainError) -> [UInt8] {
    try secret.withPaddedRecords { padded throws(KeychainError) in
      try box(padded, .secret, columns, generation)
    }
  }

  private func sealUnderPassword(
    _ content: ItemContent, _ columns: ItemColumns, _ generation: UInt64
  ) throws(KeychainError) -> [UInt8] {
    let inner = try innerPart(of: content, columns)
    return try unsafe box(inner.span.bytes, .applicationPassword, columns, generation)
  }

  /// The records under the key of the password, or what a password sealed before.
  private func innerPart(of content: ItemContent, _ columns: ItemColumns) throws(KeychainError) -> [UInt8] {
    if let inner = content.secret.inner { return inner }
    guard let key = content.passwordKey else {
      throw .internalInconsistency("a secret without the key of its password")
    }
    return content.secret.withPaddedRecords { padded in
      ApplicationPassword.seal(padded, with: key, itemClass: content.itemClass, uuid: columns.uuid)
    }
  }

  private func box(
    _ padded: RawSpan, _ kind: BoxKind, _ columns: ItemColumns, _ generation: UInt64
  ) throws(KeychainError) -> [UInt8] {
    do {
      return try keyring.sealSecret(padded, columns: columns, secretGeneration: generation, kind: kind)
    } catch {
      throw KeychainError(error)
    }
  }
}

extension SecretContent {
  /// Lends its records, padded.
  func withPaddedRecords<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let padded = RecordCoding.paddedSecretByteCount(byteCount)
    return try unsafe Scratch.withBytes(padded) { buffer throws(Failure) -> Result in
      var writer = unsafe ByteWriter(buffer)
      append(to: &writer)
      RecordCoding.appendPadding(upTo: padded, to: &writer)
      return try unsafe body(buffer.bytes)
    }
  }
}
