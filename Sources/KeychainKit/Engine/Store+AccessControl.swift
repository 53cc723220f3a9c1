import KeychainCrypto
import KeychainPolicy
import KeychainSchema
import KeychainStorage

extension Store {
  /// Hands a match whose access control asks for something to `body`, where the call may see it.
  ///
  /// An application password is tried even where the secret is not wanted: without it the item is not listed either.
  func showConstrained(
    _ row: OpenedRow, _ control: AccessControl, _ sealed: borrowing ItemRow, wantsSecret: Bool,
    _ access: inout CallAccess, _ body: (SecretView) throws(KeychainError) -> Continuation
  ) throws(KeychainError) -> Continuation {
    guard !control.needsApplicationPassword else {
      return try showUnderPassword(row, control, sealed, wantsSecret: wantsSecret, &access, body)
    }
    guard case .passed = try access.admit(control, nil) else { return .next }
    return try wantsSecret ? withSecret(of: row, sealed, body) : body(.none)
  }

  private func showUnderPassword(
    _ row: OpenedRow, _ control: AccessControl, _ sealed: borrowing ItemRow, wantsSecret: Bool,
    _ access: inout CallAccess, _ body: (SecretView) throws(KeychainError) -> Continuation
  ) throws(KeychainError) -> Continuation {
    // Such an item has a secret always, be it one without records: there is no other way to try a password.
    guard let generation = row.secretGeneration else { return .undecodable }
    return try unsafe Scratch.withBytes(Keyring.plaintextByteCount(ofBox: sealed.secretByteCount)) {
      buffer throws(KeychainError) in
      let outcome = unsafe sealed.openSecret(writtenAt: generation, with: keyring, into: buffer)
      guard case .openedApplicationPassword(let byteCount) = outcome else { return try Self.answer(outcome) }
      let inner = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<byteCount])
      guard let header = try unsafe passwordHeader(of: inner.bytes) else { return .undecodable }
      guard case .passed(let key?) = try access.admit(control, header) else { return .next }
      guard wantsSecret else { return try body(.none) }
      return try unsafe withInnerSecret(inner.bytes, of: row, with: key, body)
    }
  }

  /// Opens what an application password sealed, for as long as `body` runs.
  private func withInnerSecret(
    _ inner: RawSpan, of row: OpenedRow, with key: ApplicationPasswordKey,
    _ body: (SecretView) throws(KeychainError) -> Continuation
  ) throws(KeychainError) -> Continuation {
    try unsafe Scratch.withBytes(inner.byteCount - ApplicationPassword.overhead) { buffer throws(KeychainError) in
      do throws(ApplicationPasswordError) {
        _ = try unsafe ApplicationPassword.open(
          inner, with: key, itemClass: row.itemClass, uuid: row.uuid, into: buffer)
      } catch {
        return .undecodable
      }
      guard let view = unsafe SecretView(padded: UnsafeRawBufferPointer(buffer)) else { return .undecodable }
      return try body(view)
    }
  }

  /// What a secret that did not open, or is not what its access control says, means to a search.
  static func answer(_ outcome: BoxOutcome) throws(KeychainError) -> Continuation {
    switch outcome {
    case .locked: throw .locked
    case .newer: throw .newerVersion
    case .keyMissing: return .keyMissing
    case .keyDestroyed: return .next
    case .undecodable, .opened, .openedApplicationPassword: return .undecodable
    }
  }

  /// How an inner part begins; nil where it is none.
  private func passwordHeader(of inner: RawSpan) throws(KeychainError) -> ApplicationPasswordHeader? {
    do {
      return try ApplicationPasswordHeader(inner, limits: settings.limits)
    } catch {
      guard error == .newer else { return nil }
      throw .newerVersion
    }
  }
}

extension Store {
  /// Whether a stored item may be changed by this call, and the key of its password, where it is under one.
  ///
  /// The item was read with its secret, where it is under a password. Nil: the secret is none that a password sealed.
  func admission(
    to stored: StoredItem, _ access: inout CallAccess
  ) throws(KeychainError) -> CallAccess.Admission? {
    guard let control = stored.accessControl, control.isConstrained else { return .passed(nil) }
    guard let inner = stored.content.secret.inner else { return try access.admit(control, nil) }
    guard let header = try unsafe passwordHeader(of: inner.span.bytes) else { return nil }
    return try access.admit(control, header)
  }

  /// An item as a change leaves it; nil where what a password sealed does not open.
  ///
  /// A secret that stays under its password keeps its inner part, byte for byte. One that changes is sealed under the
  /// key of the same password and salt again, with a nonce of its own: another password comes by way of an access
  /// control without one.
  /// - Parameter judge: has its say before a password is asked for that is new to the item.
  func changed(
    _ stored: StoredItem, by change: ItemChange, _ access: inout CallAccess,
    _ judge: (ItemContent) throws(KeychainError) -> Void
  ) throws(KeychainError) -> ItemContent? {
    let now = settings.clock.now()
    var content = change.applied(to: stored.content, at: now)
    try judge(content)
    switch (stored.content.needsApplicationPassword, content.needsApplicationPassword) {
    case (false, false): break
    case (true, true) where !change.changesSecret: break
    case (false, true): content.passwordKey = try access.keyForSealing()
    case (true, let staysUnderPassword):
      guard let (opened, key) = try opened(stored, &access) else { return nil }
      content = change.applied(to: opened, at: now)
      if staysUnderPassword { content.passwordKey = key }
    }
    return content
  }

  /// An item with the records that its password sealed, and the password's key.
  private func opened(
    _ stored: StoredItem, _ access: inout CallAccess
  ) throws(KeychainError) -> (ItemContent, ApplicationPasswordKey)? {
    guard let inner = stored.content.secret.inner, case .passed(let key?) = try admission(to: stored, &access) else {
      return nil
    }
    let byteCount = inner.count - ApplicationPassword.overhead
    return unsafe Scratch.withBytes(byteCount) { buffer -> (ItemContent, ApplicationPasswordKey)? in
      do {
        _ = try unsafe ApplicationPassword.open(
          inner.span.bytes, with: key, itemClass: stored.content.itemClass, uuid: stored.columns.uuid, into: buffer)
        var content = stored.content
        content.secret = try unsafe SecretContent(padded: UnsafeRawBufferPointer(buffer))
        return (content, key)
      } catch {
        // A box or records that do not read: both are damage.
        return nil
      }
    }
  }
}

extension ItemContent {
  /// Whether its access control wants the secret under a password of the application's.
  var needsApplicationPassword: Bool {
    guard let bytes = attributes.data(.accessControl) else { return false }
    do {
      return try AccessControl(decoding: bytes).needsApplicationPassword
    } catch {
      // What a newer version wrote is refused before anything of the row is used.
      return false
    }
  }
}
