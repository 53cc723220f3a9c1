import KeychainSchema

extension KeybagContents {
  /// New generations of every key in the first and user bodies; the old ones stay, marked as retired.
  ///
  /// With a passphrase the bag has an akpu key afterwards. Without one its akpu keys are destroyed for good: one
  /// entry stays for their last generation and all before it.
  mutating func rekey(isPortable: Bool, hasPassphrase: Bool, random: RandomSource) {
    let passcode = KeybagEntryClass.item(.whenPasscodeSetThisDeviceOnly)
    if !hasPassphrase { Self.destroy(passcode, in: &user) }
    let pair = FileKeyPair(random: random)
    let pairGeneration = nextGeneration(of: .file(.unlessOpen))
    Self.retire(&device, where: { $0 == .file(.unlessOpen) })
    device.append(pair.publicEntry(generation: pairGeneration))

    for entryClass in classes(of: first) {
      Self.renew(entryClass, generation: nextGeneration(of: entryClass), in: &first, random)
    }
    for entryClass in classes(of: user) where entryClass != .file(.unlessOpen) && entryClass != passcode {
      Self.renew(entryClass, generation: nextGeneration(of: entryClass), in: &user, random)
    }
    if hasPassphrase && !isPortable {
      Self.renew(passcode, generation: nextGeneration(of: passcode), in: &user, random)
    }
    Self.retire(&user, where: { $0 == .file(.unlessOpen) })
    user.append(pair.privateEntry(generation: pairGeneration))
  }

  /// Takes retired keys of items out and says which they were; whoever asks makes sure that nothing is sealed under
  /// them.
  ///
  /// Retired keys of files stay: no list of the files exists.
  mutating func dropRetiredItemKeys() -> [KeyName] {
    let leaving = (device + first + user).compactMap(\.retiredItemKey)
    device.removeAll { $0.retiredItemKey != nil }
    first.removeAll { $0.retiredItemKey != nil }
    user.removeAll { $0.retiredItemKey != nil }
    return leaving
  }

  /// New generations of the keys of item classes, as far as there are keys; whether there was one.
  mutating func rotate(_ classes: Set<ProtectionClass>, random: RandomSource) -> Bool {
    var isChanged = false
    for entryClass in ProtectionClass.allCases.filter(classes.contains).map(KeybagEntryClass.item) {
      changeBody(of: entryClass) { body, generation in
        guard body.contains(where: { $0.entryClass == entryClass && !$0.flags.contains(.destroyed) }) else { return }
        Self.renew(entryClass, generation: generation, in: &body, random)
        isChanged = true
      }
    }
    return isChanged
  }

  /// The keys of classes that are bound to a device are destroyed with its secret, and new ones stand in for them.
  mutating func replaceDeviceBoundKeys(hasPassphrase: Bool, random: RandomSource) {
    for protection in ProtectionClass.allCases where protection.isThisDeviceOnly {
      let entryClass = KeybagEntryClass.item(protection)
      changeBody(of: entryClass) { body, generation in
        Self.destroy(entryClass, in: &body)
        guard protection != .whenPasscodeSetThisDeviceOnly || hasPassphrase else { return }
        Self.renew(entryClass, generation: generation, in: &body, random)
      }
    }
  }

  /// Lends the body of an item class, and the generation after its last.
  private mutating func changeBody(
    of entryClass: KeybagEntryClass, _ change: (inout [KeybagEntry], UInt32) -> Void
  ) {
    let generation = nextGeneration(of: entryClass)
    switch entryClass.body(isPublicKey: false) {
    case .device: change(&device, generation)
    case .first: change(&first, generation)
    case .user: change(&user, generation)
    }
  }

  private static func renew(
    _ entryClass: KeybagEntryClass, generation: UInt32, in body: inout [KeybagEntry], _ random: RandomSource
  ) {
    retire(&body) { $0 == entryClass }
    body.append(
      KeybagEntry(
        entryClass: entryClass, flags: [], generation: generation, key: random.secret(byteCount: Subkey.byteCount)))
  }

  private static func retire(_ body: inout [KeybagEntry], where isMeant: (KeybagEntryClass) -> Bool) {
    for index in body.indices where isMeant(body[index].entryClass) && !body[index].flags.contains(.destroyed) {
      body[index].flags.insert(.retired)
    }
  }

  /// Takes every key of a class out; one entry stays for the last generation and all before it.
  private static func destroy(_ entryClass: KeybagEntryClass, in body: inout [KeybagEntry]) {
    guard let last = body.filter({ $0.entryClass == entryClass }).map(\.generation).max() else { return }
    body.removeAll { $0.entryClass == entryClass }
    body.append(KeybagEntry(entryClass: entryClass, flags: .destroyed, generation: last, key: SlotKey.zeros))
  }

  private func nextGeneration(of entryClass: KeybagEntryClass) -> UInt32 {
    let generations = (device + first + user).filter { $0.entryClass == entryClass }.map(\.generation)
    return (generations.max() ?? 0) + 1
  }

  private func classes(of body: [KeybagEntry]) -> [KeybagEntryClass] {
    body.map(\.entryClass).reduce(into: []) { seen, entryClass in
      if !seen.contains(entryClass) { seen.append(entryClass) }
    }
  }
}

extension KeybagEntry {
  /// Which key it is, where it is one of items that a newer one took the place of.
  fileprivate var retiredItemKey: KeyName? {
    guard flags.contains(.retired), case .item(let protection) = entryClass else { return nil }
    return KeyName(protection: protection, generation: generation)
  }
}
