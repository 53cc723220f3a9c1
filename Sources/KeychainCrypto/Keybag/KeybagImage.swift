import CSodium
package import KeychainSchema

/// The bytes of one key bag, in form and unchanged since they were written; it holds no key.
///
/// `header 72 | slots 160 each | device body | first body | user body | digest 32`, where a body is
/// `nonce 24 | entries 40 each, sealed | tag 16` and the digest `BLAKE2b-256("kc1.bagx" ‖ everything before)`.
package struct KeybagImage: Sendable {
  static let digestByteCount = 32

  /// The whole bag, as it stands in the database.
  package let bytes: [UInt8]
  let header: KeybagHeader
  let slots: [KeybagSlot]

  /// Reads a bag.
  ///
  /// - Throws: `.damaged` where the digest or the form is wrong, `.newer` where the digest is right and something is
  ///   of a version, kind or flag that this build does not know.
  package init(parsing bytes: [UInt8]) throws(KeybagError) {
    guard bytes.count >= KeybagHeader.byteCount + Self.digestByteCount, Self.digestIsRight(bytes) else {
      throw .damaged
    }
    let parts = try unsafe bytes.span.bytes.withUnsafeBytes { (buffer) throws(KeybagError) in
      try unsafe Self.parse(buffer)
    }
    (header, slots) = parts
    self.bytes = bytes
    try judge()
  }

  /// Takes what was just sealed.
  init(sealed bytes: [UInt8], header: KeybagHeader, slots: [KeybagSlot]) {
    self.bytes = bytes
    self.header = header
    self.slots = slots
  }

  /// One more than the changes the bag went through.
  package var generation: UInt64 { header.generation }
  /// The database the bag belongs to; two files never share one.
  package var databaseIdentifier: Identifier { header.databaseIdentifier }
  /// The bag itself, through all its generations.
  package var bagIdentifier: Identifier { header.bagIdentifier }
  /// Zero for a portable keychain.
  package var deviceSecretIdentifier: Identifier { header.deviceSecretIdentifier }
  /// Whether the keychain has no device secret.
  package var isPortable: Bool { header.isPortable }
  /// Whether a slot wants a passphrase, be it an empty one.
  package var hasPassphrase: Bool { slot(.passphrase, opens: .user) != nil }
  /// Whether the device secret alone opens everything.
  var opensByItself: Bool { slot(.device, opens: .user) != nil }

  func slot(_ kind: SlotParameters.Kind, opens masterKey: SlotParameters.MasterKey) -> KeybagSlot? {
    slots.first { $0.parameters.kind == kind && $0.parameters.opens == masterKey }
  }

  /// What a body with that many entries has.
  static func bodyByteCount(_ entryCount: Int) -> Int {
    AEAD.nonceByteCount + entryCount * KeybagEntry.byteCount + AEAD.tagByteCount
  }

  /// The digest over everything in front of the last 32 bytes.
  package static func digest(of content: UnsafeRawBufferPointer) -> [UInt8] {
    Hash.bytes(digestByteCount, key: nil, 8 + content.count) { writer in
      writer.append("kc1.bagx" as StaticString)
      unsafe writer.append(content)
    }
  }

  private static func digestIsRight(_ bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBytes { buffer in
      let content = unsafe UnsafeRawBufferPointer(rebasing: buffer.dropLast(digestByteCount))
      let stored = unsafe UnsafeRawBufferPointer(rebasing: buffer.suffix(digestByteCount))
      return unsafe Sodium.areEqual(digest(of: content).span.bytes, stored.bytes)
    }
  }

  private static func parse(
    _ buffer: UnsafeRawBufferPointer
  ) throws(KeybagError) -> (KeybagHeader, [KeybagSlot]) {
    var reader = unsafe ByteReader(buffer)
    let header = try KeybagHeader(parsing: &reader)
    guard buffer.count == header.keybagByteCount else { throw .damaged }
    var slots: [KeybagSlot] = []
    for _ in 0..<header.slotCount { slots.append(try KeybagSlot(parsing: &reader)) }
    return (header, slots)
  }
}

extension KeybagImage {
  /// Which slots may stand together.
  private func judge() throws(KeybagError) {
    let identifiers = Set(slots.map(\.parameters.identifier))
    let passphrases = count(.passphrase, .user)
    let isSound =
      if isPortable {
        !slots.contains { $0.parameters.bindsDeviceSecret } && passphrases == 1 && count(.link, .device) == 1
      } else {
        count(.device, .device) == 1 && passphrases <= 1 && count(.device, .user) == 1 - passphrases
          && count(.link, .device) == (slots.needLink ? 1 : 0)
      }
    guard isSound, identifiers.count == slots.count else { throw .damaged }
  }

  private func count(_ kind: SlotParameters.Kind, _ masterKey: SlotParameters.MasterKey) -> Int {
    slots.count { $0.parameters.kind == kind && $0.parameters.opens == masterKey }
  }
}

extension [KeybagSlot] {
  /// Whether MK_dev has to be found by way of MK_user: for everybody who comes without the device secret.
  var needLink: Bool {
    contains { slot in
      switch slot.parameters.kind {
      case .passphrase, .recoveryCode, .externalSecret: true
      case .device, .link: false
      }
    }
  }
}
