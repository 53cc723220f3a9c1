package import KeychainSchema
import Synchronization

extension Keyring {
  /// New generations of the keys of item classes; the old ones are retired. Nil where no key is there to be replaced.
  ///
  /// The master keys and every slot stay.
  /// - Throws: `.locked` where a body is closed, or was sealed anew since this keyring last took the bag.
  package func rotating(
    _ classes: Set<ProtectionClass>, in image: KeybagImage
  ) throws(KeybagError) -> KeybagChange? {
    var (contents, keys) = try contents(of: image)
    guard contents.rotate(classes, random: random) else { return nil }
    return try change(image, contents, keys: keys, slots: image.slots)
  }

  /// Lets retired keys of items leave, and says which they are; nil where there are none.
  ///
  /// The caller counts, in the same transaction, that no row names one of them, and drops the change where one does:
  /// `forget`.
  /// - Throws: as `rotating`.
  package func finishingRekey(
    in image: KeybagImage
  ) throws(KeybagError) -> (change: KeybagChange, leaving: [KeyName])? {
    var (contents, keys) = try contents(of: image)
    let leaving = contents.dropRetiredItemKeys()
    guard !leaving.isEmpty else { return nil }
    return (try change(image, contents, keys: keys, slots: image.slots), leaving)
  }

  /// Drops a change that is not written after all.
  package func forget(_ change: KeybagChange) {
    pending.withLock { pending in
      if pending?.image.bytes == change.image.bytes { pending = nil }
    }
  }

  /// The bodies of a bag, opened with the keys at hand.
  private func contents(of image: KeybagImage) throws(KeybagError) -> (KeybagContents, BodyKeys) {
    _ = try opening(image)
    guard let keys = bodyKeys() else { throw .locked }
    guard let device = try image.entries(of: .device, key: keys.device),
      let first = try image.entries(of: .first, key: keys.first),
      let user = try image.entries(of: .user, key: keys.user)
    else { throw image.generation == bagGeneration ? .damaged : .locked }
    return (KeybagContents(device: device, first: first, user: user), keys)
  }

  private func bodyKeys() -> BodyKeys? {
    access.reading {
      guard KeybagBody.allCases.allSatisfy({ table.isOpen($0) }) else { return nil }
      func key(_ body: KeybagBody) -> SecretBytes { table.arena.key(in: KeyTable.Slot.body(body)) }
      return BodyKeys(device: key(.device), first: key(.first), user: key(.user))
    }
  }
}
