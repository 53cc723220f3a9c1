import KeychainCrypto
import KeychainSchema

/// An item ready to be written.
struct SealedItem {
  var columns: ItemColumns
  /// Everything that was sealed with the metadata.
  let attributes: AttributeSet
  let metadata: [UInt8]
  let secret: [UInt8]?
}

/// Seals items under the current keys of their protection class.
struct ItemSealer {
  let keyring: Keyring

  /// What happens to the secret when a row is written again.
  enum SecretChange {
    /// It is sealed anew with this row generation.
    case seal
    /// Its box stays, written at the given generation; nil where there is none.
    case keep(generation: UInt64?)
  }

  /// Seals an item as generation `generation` of the row `uuid`.
  ///
  /// - Parameter stored: the item as it was until now, from which columns are taken that stay the same.
  /// - Throws: `.locked`, `.passphraseNotSet` or `.notAvailableInPortableKeychain` by the protection class;
  ///   `.parameter` where the metadata is larger than 1 MiB.
  func seal(
    _ content: ItemContent, uuid: Identifier, generation: Int64, clock: Int64, secret change: SecretChange = .seal,
    replacing stored: StoredItem? = nil
  ) throws(KeychainError) -> SealedItem {
    var attributes = content.attributes
    let isUnderPassword = content.needsApplicationPassword
    let secretGeneration = Self.secretGeneration(of: content, isUnderPassword, at: generation, change)
    attributes[InternalCode.hybridLogicalClock] = .number(clock)
    attributes[InternalCode.secretGeneration] = secretGeneration.map { .number(Int64(bitPattern: $0)) }
    attributes[.digest] = .data(digest(of: attributes, itemClass: content.itemClass, secretGeneration))
    let columns = try columns(of: content, uuid: uuid, generation: generation, replacing: stored)
    let metadata = try sealMetadata(attributes, columns)
    guard case .seal = change, let secretGeneration else {
      return SealedItem(columns: columns, attributes: attributes, metadata: metadata, secret: nil)
    }
    let secret =
      isUnderPassword
      ? try sealUnderPassword(content, columns, secretGeneration)
      : try sealSecret(content.secret, columns, secretGeneration)
    return SealedItem(columns: columns, attributes: attributes, metadata: metadata, secret: secret)
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
    of content: ItemContent, uuid: Identifier, generation: Int64, replacing stored: StoredItem? = nil
  ) throws(KeychainError) -> ItemColumns {
    let tags = try keyring.tags(of: content, replacing: stored)
    return ItemColumns(
      id: 0, uuid: uuid, identity: tags.identity, itemClass: Int64(content.itemClass.rawValue),
      accessGroup: tags.group, protection: Int64(try content.protection.rawValue),
      synchronizable: content.isSynchronizable ? 1 : 0, tombstone: content.isTombstone ? 1 : 0,
      generation: generation, termVersion: Int64(ItemClass.currentTermVersion), terms: tags.terms)
  }

  private func sealMetadata(_ attributes: AttributeSet, _ columns: ItemColumns) throws(KeychainError) -> [UInt8] {
    let byteCount = RecordCoding.byteCount(of: attributes)
    guard byteCount <= RecordCoding.metadataLimit else { throw .parameter("the attributes are larger than 1 MiB") }
    let padded = RecordCoding.paddedMetadataByteCount(byteCount)
    return try unsafe Scratch.withBytes(padded) { buffer throws(KeychainError) -> [UInt8] in
      var writer = unsafe ByteWriter(buffer)
      for entry in attributes.entries {
        RecordCoding.append(entry.code, entry.value, to: &writer)
      }
      RecordCoding.appendPadding(upTo: padded, to: &writer)
      do throws(SealError) {
        return try unsafe keyring.sealMetadata(buffer.bytes, columns: columns)
      } catch {
        throw KeychainError(error)
      }
    }
  }

  private func sealSecret(
    _ secret: SecretContent, _ columns: ItemColumns, _ generation: UInt64
  ) throws(KeychainError) -> [UInt8] {
    try withPaddedRecords(of: secret) { padded throws(KeychainError) in
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
    return withPaddedRecords(of: content.secret) { padded in
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

  private func withPaddedRecords<Failure: Error>(
    of secret: SecretContent, _ body: (RawSpan) throws(Failure) -> [UInt8]
  ) throws(Failure) -> [UInt8] {
    let padded = RecordCoding.paddedSecretByteCount(secret.byteCount)
    return try unsafe Scratch.withBytes(padded) { buffer throws(Failure) -> [UInt8] in
      var writer = unsafe ByteWriter(buffer)
      secret.append(to: &writer)
      RecordCoding.appendPadding(upTo: padded, to: &writer)
      return try unsafe body(buffer.bytes)
    }
  }

  /// `kSecAttrSHA1`: 20 bytes of BLAKE2b over `"kc1.sha1" ‖ class u8 ‖ the digested records ‖ secret generation u64`.
  ///
  /// The secret is represented by its generation (0: none), so that no digest of a secret is ever handed out.
  private func digest(
    of attributes: AttributeSet, itemClass: ItemClass, _ secretGeneration: UInt64?
  ) -> [UInt8] {
    let digested = attributes.entries.filter { entry in
      AttributeTable.entry(for: entry.code)?.traits.contains(.digested) ?? false
    }
    let byteCount = digested.reduce(17) { count, entry in
      count + RecordCoding.recordByteCount(valueByteCount: RecordCoding.byteCount(of: entry.value))
    }
    return unsafe Scratch.withBytes(byteCount) { buffer in
      var writer = unsafe ByteWriter(buffer)
      writer.append("kc1.sha1" as StaticString)
      writer.append(itemClass.rawValue)
      for entry in digested {
        RecordCoding.append(entry.code, entry.value, to: &writer)
      }
      writer.append(secretGeneration ?? 0)
      return unsafe Keyring.digest(buffer.bytes)
    }
  }
}
