import KeychainSchema

/// What the tag of an access group stands for.
package struct GroupName: Sendable {
  /// `agrp`.
  package var accessGroup: String
  /// `ggrp`; empty for none.
  package var sharingGroup: String
  /// `musr`; empty for none, else 16 bytes.
  package var multiUser: [UInt8]

  /// A group of this user, where nothing else is said.
  package init(accessGroup: String, sharingGroup: String = "", multiUser: [UInt8] = []) {
    self.accessGroup = accessGroup
    self.sharingGroup = sharingGroup
    self.multiUser = multiUser
  }
}

extension GroupName: Hashable {
  /// Names are one where their bytes are: text that Unicode calls equal is two names.
  package static func == (left: Self, right: Self) -> Bool {
    left.accessGroup.utf8.elementsEqual(right.accessGroup.utf8)
      && left.sharingGroup.utf8.elementsEqual(right.sharingGroup.utf8) && left.multiUser == right.multiUser
  }
}

extension Keyring {
  /// Seals a group's name for the row of its tag:
  /// `nonce 24 ‖ AEAD(kdf(INDEX, 2, "kcterm01"), lp(agrp) ‖ lp(ggrp) ‖ lp(musr), padded to 64)`.
  package func sealGroupName(_ group: GroupName, tag: Int64) throws(KeyringError) -> [UInt8] {
    let padded = group.paddedByteCount
    return try unsafe Scratch.withBytes(padded) { (buffer) throws(KeyringError) in
      var writer = unsafe ByteWriter(buffer)
      group.write(to: &writer)
      writer.append(UInt8(0x80))
      writer.appendZeros(padded - writer.count)
      return try unsafe withKey(KeyTable.Slot.groupNames, "kc1.grpn", tag) { key, associated in
        unsafe NoncedBox.seal(.init(buffer), associated: associated, key: key, random: random)
      }
    }
  }

  /// The name behind a tag; nil where the box was changed or is another tag's.
  package func openGroupName(_ box: [UInt8], tag: Int64) throws(KeyringError) -> GroupName? {
    try unsafe withKey(KeyTable.Slot.groupNames, "kc1.grpn", tag) { key, associated in
      unsafe NoncedBox.open(box, associated: associated, key: key) { unsafe GroupName(padded: $0) }
    }
  }

  /// Lends a key of the device body and `label ‖ db uuid ‖ tag i64`, the tag only where there is one.
  func withKey<Result>(
    _ slot: Int, _ label: StaticString, _ tag: Int64?,
    _ body: (UnsafeRawPointer, UnsafeRawBufferPointer) -> Result
  ) throws(KeyringError) -> Result {
    try unsafe Scratch.withBytes(8 + Identifier.byteCount + 8) { (buffer) throws(KeyringError) in
      var writer = unsafe ByteWriter(buffer)
      writer.append(label)
      writer.append(databaseIdentifier)
      if let tag { writer.append(tag) }
      access.lockForReading()
      defer { access.unlock() }
      guard table.isOpen(.device) else { throw .locked }
      return unsafe body(
        UnsafeRawPointer(table.arena.pointer(slot)), UnsafeRawBufferPointer(rebasing: buffer[..<writer.count]))
    }
  }
}

extension GroupName {
  private var byteCount: Int { 12 + accessGroup.utf8.count + sharingGroup.utf8.count + multiUser.count }

  /// The next multiple of 64, at least one byte more.
  fileprivate var paddedByteCount: Int { (byteCount / 64 + 1) * 64 }

  fileprivate func write(to writer: inout ByteWriter) {
    writer.append(UInt32(accessGroup.utf8.count))
    writer.append(accessGroup)
    writer.append(UInt32(sharingGroup.utf8.count))
    writer.append(sharingGroup)
    writer.append(UInt32(multiUser.count))
    writer.append(multiUser)
  }

  fileprivate init?(padded: UnsafeRawBufferPointer) {
    guard let end = unsafe padded.lastIndex(where: { $0 != 0 }), unsafe padded[end] == 0x80 else { return nil }
    var rest = unsafe padded[..<end]
    func next() -> [UInt8]? {
      guard unsafe rest.count >= 4 else { return nil }
      let count = unsafe Int(
        UInt32(littleEndian: padded.loadUnaligned(fromByteOffset: rest.startIndex, as: UInt32.self)))
      unsafe rest = rest.dropFirst(4)
      guard unsafe rest.count >= count else { return nil }
      defer { unsafe rest = rest.dropFirst(count) }
      return unsafe [UInt8](rest.prefix(count))
    }
    guard let group = next(), let sharing = next(), let user = next(), unsafe rest.isEmpty,
      let accessGroup = String(validating: group, as: UTF8.self),
      let sharingGroup = String(validating: sharing, as: UTF8.self)
    else { return nil }
    self.init(accessGroup: accessGroup, sharingGroup: sharingGroup, multiUser: user)
  }
}
