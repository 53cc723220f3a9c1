import KeychainCrypto
import KeychainPolicy
import KeychainSchema
import KeychainStorage

/// Turns a row into the message of a backup, or into the reason why it is in none.
struct BackupRowReader {
  let keyring: Keyring
  let backup: Identifier
  /// What the caller sees.
  let scope: Scope

  func content(of row: borrowing ItemRow) throws(KeychainError) -> BackupPage.Content {
    let columns = row.columns
    let itemClass = ItemClass(rawValue: UInt8(truncatingIfNeeded: columns.itemClass))
    let protection = ProtectionClass(rawValue: UInt8(truncatingIfNeeded: columns.protection))
    func omitted(_ reason: BackupManifest.Reason) -> BackupPage.Content {
      .omitted(
        BackupManifest.Omission(
          itemClass: itemClass, protection: protection, identifier: columns.uuid, reason: reason))
    }
    guard let itemClass, let protection else { return omitted(.unreadable) }
    if protection == .whenPasscodeSetThisDeviceOnly { return omitted(.needsPasscode) }
    return try unsafe Scratch.withBytes(Keyring.plaintextByteCount(ofBox: row.metadataByteCount)) {
      buffer throws(KeychainError) in
      let outcome = unsafe row.openMetadata(with: keyring, into: buffer)
      guard case .opened(let byteCount) = outcome else { return omitted(Self.reason(outcome)) }
      let metadata = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<byteCount])
      switch try unsafe judged(metadata, columns, hasSecret: row.hasSecret) {
      case .omitted(let reason): return omitted(reason)
      case .kept(let generation):
        let message = try unsafe message(of: row, itemClass, protection, metadata.bytes, secretWrittenAt: generation)
        switch message {
        case .success(let message) where message.count > BackupReader.messageLimit: return omitted(.unreadable)
        case .success(let message): return .item(itemClass, message, isDeviceBound: protection.isThisDeviceOnly)
        case .failure(let refusal): return omitted(refusal.reason)
        }
      }
    }
  }

  private enum Judgement {
    case kept(secretGeneration: UInt64?)
    case omitted(BackupManifest.Reason)
  }

  /// Whether opened records belong into a backup of this caller's.
  private func judged(
    _ metadata: UnsafeRawBufferPointer, _ columns: ItemColumns, hasSecret: Bool
  ) throws(KeychainError) -> Judgement {
    guard let group = unsafe GroupName(padded: metadata), try keyring.groupTag(of: group) == columns.accessGroup else {
      return .omitted(.unreadable)
    }
    let verdict = unsafe RecordVerdict(
      metadata, columns: columns, group: group, filter: RecordFilter(AttributeSet()), hasSecret: hasSecret)
    switch verdict {
    case .newer: return .omitted(.newerVersion)
    case .filtered, .undecodable: return .omitted(.unreadable)
    case .matches(let byteCount, let generation, let control):
      guard scope.contains(AccessGroup(group.accessGroup), sharingGroup: group.sharingGroup) else {
        return .omitted(.notVisible)
      }
      // Nobody is asked, and a backup under a passphrase of the caller's choice must be no way around asking.
      if control?.isConstrained == true { return .omitted(.asksForPerson) }
      let attributes = try unsafe AttributeSet(records: UnsafeRawBufferPointer(rebasing: metadata[..<byteCount]))
      let isOnToken = group.accessGroup == QueryValue.tokenGroup || attributes.text(.tokenID)?.isEmpty == false
      return isOnToken ? .omitted(.onToken) : .kept(secretGeneration: generation)
    }
  }

  private struct Refusal: Error {
    let reason: BackupManifest.Reason
  }

  private func message(
    of row: borrowing ItemRow, _ itemClass: ItemClass, _ protection: ProtectionClass, _ metadata: RawSpan,
    secretWrittenAt generation: UInt64?
  ) throws(KeychainError) -> Result<SecretBytes, Refusal> {
    let uuid = row.columns.uuid
    func message(_ secret: RawSpan) throws(KeychainError) -> Result<SecretBytes, Refusal> {
      guard protection.isThisDeviceOnly else {
        return .success(BackupItem.message(itemClass, uuid, hasDevicePart: false, metadata: metadata, secret: secret))
      }
      let place = DevicePart.Place(backup: backup, itemClass: itemClass, uuid: uuid)
      guard let part = keyring.sealDevicePart(secret, for: place) else { return .failure(Refusal(reason: .keyMissing)) }
      return .success(
        unsafe BackupItem.message(
          itemClass, uuid, hasDevicePart: true, metadata: metadata, secret: part.span.bytes))
    }
    guard let generation else {
      let nothing: [UInt8] = []
      return try unsafe message(nothing.span.bytes)
    }
    return try unsafe Scratch.withBytes(Keyring.plaintextByteCount(ofBox: row.secretByteCount)) {
      buffer throws(KeychainError) in
      let outcome = unsafe row.openSecret(writtenAt: generation, with: keyring, into: buffer)
      guard case .opened(let byteCount) = outcome else { return .failure(Refusal(reason: Self.reason(outcome))) }
      let padded = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<byteCount])
      guard unsafe SecretView(padded: padded) != nil else { return .failure(Refusal(reason: .unreadable)) }
      return try unsafe message(padded.bytes)
    }
  }

  private static func reason(_ outcome: BoxOutcome) -> BackupManifest.Reason {
    switch outcome {
    case .locked: .locked
    case .newer: .newerVersion
    case .keyDestroyed, .keyMissing: .keyMissing
    case .undecodable, .opened, .openedApplicationPassword: .unreadable
    }
  }
}
