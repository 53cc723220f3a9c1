package import KeychainSchema

/// The secret of an item that is bound to a device, inside a backup: only the device secret of its database opens it.
///
/// `db uuid 16 | nonce 24 | AEAD(H(32, DS, "kc1.bku0" ‖ backup uuid), padded secret records, ad = "kc1.bki0" ‖ backup
/// uuid ‖ item class u8 ‖ uuid)`; where the item has no secret, nothing is sealed.
package struct DevicePart {
  /// Which item of which backup a part is of.
  package struct Place: Sendable {
    /// The backup.
    package let backup: Identifier
    /// The class of the item.
    package let itemClass: ItemClass
    /// The item.
    package let uuid: Identifier

    /// The place of an item.
    package init(backup: Identifier, itemClass: ItemClass, uuid: Identifier) {
      self.backup = backup
      self.itemClass = itemClass
      self.uuid = uuid
    }
  }

  private static let boxStart = Identifier.byteCount

  /// The database whose device secret opens it.
  package let database: Identifier
  private let box: [UInt8]

  /// Takes a part apart; nil where it is too short to be one.
  package init?(parsing bytes: RawSpan) {
    guard bytes.byteCount >= Self.boxStart + NoncedBox.overhead,
      let database = Identifier(bytes.extracting(..<Self.boxStart))
    else { return nil }
    self.database = database
    box = unsafe bytes.extracting(Self.boxStart...).withUnsafeBytes { unsafe Array($0) }
  }

  /// The padded records; nil where the device secret is another, or the part another item's.
  package func open(with deviceSecret: DeviceSecret, for place: Place) -> SecretBytes? {
    unsafe Self.withKey(deviceSecret, place) { key, associated in
      unsafe NoncedBox.open(box, associated: associated, key: key) { unsafe SecretBytes(copying: $0.bytes) }
    }
  }

  static func seal(
    _ padded: RawSpan, with deviceSecret: DeviceSecret, of database: Identifier, for place: Place, random: RandomSource
  ) -> [UInt8] {
    unsafe padded.withUnsafeBytes { padded in
      unsafe withKey(deviceSecret, place) { key, associated in
        unsafe database.bytes + NoncedBox.seal(padded, associated: associated, key: key, random: random)
      }
    }
  }

  private static func withKey<Result>(
    _ deviceSecret: DeviceSecret, _ place: Place, _ body: (UnsafeRawPointer, UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let key = Hash.secret(key: deviceSecret.bytes, 8 + Identifier.byteCount) { writer in
      writer.append("kc1.bku0" as StaticString)
      writer.append(place.backup)
    }
    let associatedByteCount = 9 + 2 * Identifier.byteCount
    return unsafe Scratch.withBytes(associatedByteCount) { buffer in
      var writer = unsafe ByteWriter(buffer)
      writer.append("kc1.bki0" as StaticString)
      writer.append(place.backup)
      writer.append(place.itemClass.rawValue)
      writer.append(place.uuid)
      return unsafe key.withUnsafeBytes { key in
        guard let key = key.baseAddress else { preconditionFailure("a key has bytes") }
        return unsafe body(key, UnsafeRawBufferPointer(buffer))
      }
    }
  }
}

extension Keyring {
  /// The secret of an item as its backup holds it where the item is bound to this device; nil in a portable keychain,
  /// which has no such items.
  package func sealDevicePart(_ padded: RawSpan, for place: DevicePart.Place) -> [UInt8]? {
    guard let deviceSecret else { return nil }
    return DevicePart.seal(padded, with: deviceSecret, of: databaseIdentifier, for: place, random: random)
  }
}
