import KeychainCrypto
import KeychainPolicy
import KeychainSchema

/// Reads the items of one backup for one caller.
struct BackupItemOpener {
  let keyring: Keyring
  let groupTags: GroupTags
  let backup: Identifier
  let caller: Caller
  /// The secrets of this device, by database.
  let deviceSecrets: DeviceSecrets

  /// - Throws: only what makes the whole restore impossible.
  func opened(_ item: BackupItem) throws(KeychainError) -> Result<RestoredItem, RestoredItem.Refusal> {
    guard let attributes = attributes(of: item) else { return .failure(.senseless) }
    var content = ItemContent(itemClass: item.itemClass, attributes: attributes)
    if let refusal = try refusal(of: content, item) { return .failure(refusal) }
    let opened = try secret(of: item, content)
    switch opened {
    case .failure(let refusal): return .failure(refusal)
    case .success(let secret): content.secret = secret
    }
    return .success(RestoredItem(uuid: item.uuid, content: content))
  }

  /// The attributes without what every write makes anew; nil where the records do not read.
  func attributes(of item: BackupItem) -> AttributeSet? {
    do {
      var attributes = try item.withMetadata { metadata in
        try unsafe metadata.withUnsafeBytes { buffer in
          let reader = try unsafe RecordReader(padded: buffer)
          return try unsafe AttributeSet(records: UnsafeRawBufferPointer(rebasing: buffer[..<reader.recordByteCount]))
        }
      }
      attributes[InternalCode.hybridLogicalClock] = nil
      attributes[InternalCode.secretGeneration] = nil
      attributes[.digest] = nil
      return attributes
    } catch {
      return nil
    }
  }

  /// What stands in the way of an item, whatever its secret.
  private func refusal(of content: ItemContent, _ item: BackupItem) throws(KeychainError) -> RestoredItem.Refusal? {
    guard let code = content.attributes.text(.accessible), let protection = ProtectionClass(code: code),
      !content.isTombstone, content.itemClass == item.itemClass, item.hasDevicePart == protection.isThisDeviceOnly
    else { return .senseless }
    if protection == .whenPasscodeSetThisDeviceOnly { return .init(.needsPasscode) }
    let sealer = ItemSealer(keyring: keyring, groupTags: groupTags)
    let columns = try sealer.columns(of: content, uuid: item.uuid, generation: 1)
    let hasSecret = item.hasSecretRecord
    let verdict = item.withMetadata { metadata in
      unsafe metadata.withUnsafeBytes { buffer in
        unsafe RecordVerdict(
          buffer, columns: columns, group: content.groupName, filter: RecordFilter(AttributeSet()),
          hasSecret: hasSecret)
      }
    }
    switch verdict {
    case .newer: return .init(.newerVersion)
    case .filtered, .undecodable: return .senseless
    case .matches(_, _, let control): if control?.isConstrained == true { return .init(.asksForPerson) }
    }
    if let denial = denial(of: content, protection) { return .init(.denied(denial.reason)) }
    if protection.isThisDeviceOnly, keyring.isPortable { return .init(.portableKeychain) }
    return nil
  }

  /// The rules about adding such an item. Attributes that need a privilege are not asked about: they were the
  /// keychain's before, and it is restored whole.
  private func denial(of content: ItemContent, _ protection: ProtectionClass) -> Decision? {
    let hasSharingGroup = content.attributes.contains(.sharingGroup)
    let request = Request(
      .add, by: caller,
      query: Mentions(
        accessGroup: .text(AccessGroup(content.groupName.accessGroup)), isSynchronizable: content.isSynchronizable,
        hasSharingGroup: hasSharingGroup),
      item: WrittenItem(
        protection: protection, isSynchronizable: content.isSynchronizable, hasSharingGroup: hasSharingGroup))
    return Policy.denial(of: request, in: .entitlements ... .item)
  }

  private func secret(
    of item: BackupItem, _ content: ItemContent
  ) throws(KeychainError) -> Result<SecretContent, RestoredItem.Refusal> {
    guard item.hasDevicePart else { return item.withSecret { secret(padded: $0, isThere: item.hasSecretRecord) } }
    guard let part = item.withSecret({ DevicePart(parsing: $0) }) else { return .failure(.senseless) }
    let place = DevicePart.Place(backup: backup, itemClass: item.itemClass, uuid: item.uuid)
    guard let deviceSecret = try deviceSecrets.secret(of: part.database),
      let padded = part.open(with: deviceSecret, for: place)
    else { return .failure(.init(.otherDevice)) }
    return padded.withBytes { secret(padded: $0, isThere: item.hasSecretRecord) }
  }

  private func secret(padded: RawSpan, isThere: Bool) -> Result<SecretContent, RestoredItem.Refusal> {
    guard isThere == (padded.byteCount > 0) else { return .failure(.senseless) }
    guard isThere else { return .success(SecretContent()) }
    do {
      let secret = try unsafe padded.withUnsafeBytes { unsafe try SecretContent(padded: $0) }
      try secret.checkLimits()
      return .success(secret)
    } catch {
      return .failure(.senseless)
    }
  }
}

extension BackupItem {
  /// Whether the metadata says that there is a secret.
  fileprivate var hasSecretRecord: Bool {
    withMetadata { metadata in
      unsafe metadata.withUnsafeBytes { buffer in
        do {
          var reader = try unsafe RecordReader(padded: buffer)
          while let record = try reader.next() {
            if record.code == InternalCode.secretGeneration { return true }
          }
        } catch {
          // Whoever reads the records whole says so.
        }
        return false
      }
    }
  }
}
