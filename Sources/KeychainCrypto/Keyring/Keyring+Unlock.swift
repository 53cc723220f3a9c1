import KeychainSchema
import Synchronization

extension Keyring {
  /// Opens everything with the secret of a slot; for a passphrase Argon2id takes most of a second at the default cost.
  ///
  /// - Returns: MK_user, for an agent that keeps it; whoever has none drops it at once.
  /// - Throws: `.wrongPassphrase` and `.wrongSecret` only where the bag is known to be whole; `.slotChanged` where the
  ///   keyring meanwhile took a newer bag: read it and try again.
  package func unlock(_ image: KeybagImage, with secret: UnlockSecret) throws(KeybagError) -> SecretBytes {
    let masterKey = try opening(image).userMasterKey(by: prepareUnlock(image, by: secret))
    try open(image, masterKey)
    return masterKey
  }

  /// The same with a secret that was found right before.
  package func unlock(_ image: KeybagImage, by current: CurrentSecret) throws(KeybagError) {
    try open(image, opening(image).userMasterKey(by: current))
  }

  /// The same with the passphrase.
  package func unlock(_ image: KeybagImage, passphrase: SecretBytes) throws(KeybagError) -> SecretBytes {
    try unlock(image, with: .passphrase(passphrase))
  }

  /// Opens everything with MK_user, as an agent keeps it.
  ///
  /// - Throws: `.wrongPassphrase` where it opens no body of this bag: the agent's key is then to be invalidated.
  package func unlock(_ image: KeybagImage, masterKey: SecretBytes) throws(KeybagError) {
    let opening = try opening(image)
    if !isPortable { _ = try opening.deviceKeys() }
    guard try opening.accepts(userMasterKey: masterKey) else { throw .wrongPassphrase }
    try open(image, masterKey)
  }

  /// Judges a passphrase and changes nothing.
  package func verify(_ image: KeybagImage, passphrase: SecretBytes) throws(KeybagError) {
    _ = try prepareUnlock(image, passphrase)
  }

  /// Takes over a bag that somebody else wrote: the bodies that are open are opened again with their keys, and the
  /// keys of a body that no longer opens are wiped.
  ///
  /// A bag older than the one the keys came from is ignored: it was read before a change this keyring knows.
  package func refresh(_ image: KeybagImage) throws(KeybagError) {
    let opening = try opening(image)
    try access.writing { () throws(KeybagError) in
      guard image.generation >= table.bag.generation || image.bagIdentifier != table.bag.identifier else { return }
      if let change = pending.withLock({ $0 }), change.image.generation <= image.generation {
        guard change.image.bytes != image.bytes else { return try take(change) }
        // Somebody else's change came first: ours was never written.
        pending.withLock { $0 = nil }
      }
      try reopen(opening)
    }
  }
}

extension Keyring {
  /// Takes a change of this keyring's, without opening what was closed meanwhile. Under `access`, for writing.
  func take(_ change: KeybagChange) throws(KeybagError) {
    var bodies: [KeybagBody: OpenBody] = [:]
    for body in KeybagBody.allCases where change.image.opensByItself || table.isOpen(body) {
      bodies[body] = try Self.open(body, of: change.image, key: change.keys[body])
    }
    install(change.image) { bodies[$0] }
    pending.withLock { $0 = nil }
  }

  private func reopen(_ opening: KeybagOpening) throws(KeybagError) {
    let image = opening.image
    if image.opensByItself {
      let opened = try opening.opened(userMasterKey: opening.userMasterKey())
      return install(image) { opened.body($0) }
    }
    var bodies: [KeybagBody: OpenBody] = [:]
    if !isPortable { bodies[.device] = try opening.deviceKeys().body }
    for body in KeybagBody.allCases where bodies[body] == nil && table.isOpen(body) {
      bodies[body] = try Self.open(body, of: image, key: table.arena.key(in: KeyTable.Slot.body(body)))
    }
    install(image) { bodies[$0] }
  }

  private static func open(
    _ body: KeybagBody, of image: KeybagImage, key: SecretBytes
  ) throws(KeybagError) -> OpenBody? {
    guard let entries = try image.entries(of: body, key: key) else { return nil }
    return OpenBody(entries: entries, key: key)
  }

  private func open(_ image: KeybagImage, _ masterKey: SecretBytes) throws(KeybagError) {
    let opened = try opening(image).opened(userMasterKey: masterKey)
    try access.writing { () throws(KeybagError) in
      guard image.generation >= table.bag.generation || image.bagIdentifier != table.bag.identifier else {
        throw .slotChanged
      }
      install(image) { opened.body($0) }
    }
  }
}
