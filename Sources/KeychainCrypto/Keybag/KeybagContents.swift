import KeychainSchema

/// The keys of a whole bag, out of their bodies: what a change works on before it is sealed again.
struct KeybagContents {
  var device: [KeybagEntry]
  var first: [KeybagEntry]
  var user: [KeybagEntry]

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
    let unlessOpen = FileKeyPair(random: random)
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
