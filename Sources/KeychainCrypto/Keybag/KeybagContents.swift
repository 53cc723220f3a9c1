import CSodium
import KeychainSchema

/// The keys of a whole bag, out of their bodies: what a change works on before it is sealed again.
struct KeybagContents {
  private(set) var device: [KeybagEntry]
  private(set) var first: [KeybagEntry]
  private(set) var user: [KeybagEntry]

  init(device: [KeybagEntry], first: [KeybagEntry], user: [KeybagEntry]) {
    self.device = device
    self.first = first
    self.user = user
  }

  subscript(body: KeybagBody) -> [KeybagEntry] {
    switch body {
    case .device: device
    case .first: first
    case .user: user
    }
  }

  var entryCount: Int { device.count + first.count + user.count }
}

extension KeybagContents {
  /// First generations of every key a new bag has.
  ///
  /// A portable keychain has no key of a class that is bound to a device, and only a passphrase brings one for akpu.
  init(isPortable: Bool, hasPassphrase: Bool, random: RandomSource) {
    let unlessOpen = KeyPair(random: random)
    func keys(_ classes: [KeybagEntryClass]) -> [KeybagEntry] {
      classes.filter { Self.holds($0, isPortable: isPortable, hasPassphrase: hasPassphrase) }.map { entryClass in
        KeybagEntry(
          entryClass: entryClass, flags: [], generation: 1, key: random.secret(byteCount: Subkey.byteCount))
      }
    }
    device =
      keys([.item(.always), .item(.alwaysThisDeviceOnly), .file(.none)]) + [unlessOpen.publicEntry(generation: 1)]
      + keys([.index, .state])
    first = keys([
      .item(.afterFirstUnlock), .item(.afterFirstUnlockThisDeviceOnly), .file(.untilFirstAuthentication),
    ])
    user =
      keys([
        .item(.whenUnlocked), .item(.whenUnlockedThisDeviceOnly), .item(.whenPasscodeSetThisDeviceOnly),
        .file(.complete),
      ]) + [unlessOpen.privateEntry(generation: 1)]
  }

  private static func holds(_ entryClass: KeybagEntryClass, isPortable: Bool, hasPassphrase: Bool) -> Bool {
    guard case .item(let protection) = entryClass else { return true }
    if protection.isThisDeviceOnly && isPortable { return false }
    return protection != .whenPasscodeSetThisDeviceOnly || hasPassphrase
  }
}

extension KeybagContents {
  /// New generations of every key in the first and user bodies; the old ones stay, marked as retired.
  ///
  /// With a passphrase the bag has an akpu key afterwards. Without one its akpu keys are destroyed for good: one
  /// entry stays for their last generation and all before it.
  mutating func rekey(isPortable: Bool, hasPassphrase: Bool, random: RandomSource) {
    let passcode = KeybagEntryClass.item(.whenPasscodeSetThisDeviceOnly)
    if !hasPassphrase { destroy(passcode) }
    let pair = KeyPair(random: random)
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

  /// Takes retired keys of items out; whoever asks has made sure that nothing is sealed under them.
  ///
  /// Retired keys of files stay: no list of the files exists.
  mutating func dropRetiredItemKeys() {
    let leaves: (KeybagEntry) -> Bool = { $0.entryClass.isItem && $0.flags.contains(.retired) }
    device.removeAll(where: leaves)
    first.removeAll(where: leaves)
    user.removeAll(where: leaves)
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

  private mutating func destroy(_ entryClass: KeybagEntryClass) {
    guard let last = user.filter({ $0.entryClass == entryClass }).map(\.generation).max() else { return }
    user.removeAll { $0.entryClass == entryClass }
    user.append(KeybagEntry(entryClass: entryClass, flags: .destroyed, generation: last, key: SlotKey.zeros))
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

/// An X25519 pair for files that may be written while locked.
private struct KeyPair {
  let secret: SecretBytes
  let publicKey: SecretBytes

  init(random: RandomSource) {
    let secret = random.secret(byteCount: Subkey.byteCount)
    self.secret = secret
    publicKey = unsafe SecretBytes(byteCount: Subkey.byteCount) { (output: UnsafeMutableRawBufferPointer) in
      unsafe secret.withUnsafeBytes { scalar in
        guard let point = output.baseAddress, let scalar = scalar.baseAddress else { return }
        let failed = unsafe crypto_scalarmult_base(
          point.assumingMemoryBound(to: UInt8.self), scalar.assumingMemoryBound(to: UInt8.self))
        precondition(failed == 0, "every scalar has a public key")
      }
      return Subkey.byteCount
    }
  }

  func publicEntry(generation: UInt32) -> KeybagEntry {
    KeybagEntry(entryClass: .file(.unlessOpen), flags: .publicKey, generation: generation, key: publicKey)
  }

  func privateEntry(generation: UInt32) -> KeybagEntry {
    KeybagEntry(entryClass: .file(.unlessOpen), flags: [], generation: generation, key: secret)
  }
}
