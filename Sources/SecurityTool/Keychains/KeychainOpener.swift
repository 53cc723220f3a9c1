import KeychainKit
import KeychainPolicy
import KeychainSchema

/// Opens the keychains that a command is about, for the person at the command line.
struct KeychainOpener {
  let command: SecurityCommand
  let isInteractive: Bool
  /// Unlocks what is opened, for this command alone.
  var passphrase: SecretBytes?

  var names: KeychainNames {
    KeychainNames(environment: command.environment, workingFolder: command.workingFolder)
  }

  var searchList: SearchList {
    get throws(KeychainError) {
      SearchList(folder: try names.location.configurationFolder, defaultKeychain: try names.location.defaultKeychain)
    }
  }

  /// Opens the keychain of a name, and never makes one.
  func open(_ name: String) throws(KeychainError) -> Keychain {
    try open(path: try names.path(of: name))
  }

  /// The keychain of a name, or the default one, made on first use.
  func open(orDefault name: String?) throws(KeychainError) -> Keychain {
    if let name { return try open(name) }
    let path = try names.location.defaultKeychain
    let isNew = !KeychainNames.exists(path)
    try KeychainFolder.make(for: path)
    let keychain = try sharing(path) { options throws(KeychainError) in
      try Keychain(at: path, as: .everyGroup, options: options)
    }
    if isNew { offerRecoveryCode(for: path) }
    return keychain
  }

  /// Nobody asked for the default keychain: whoever sits there is told that it is there, and how not to lose it.
  private func offerRecoveryCode(for path: String) {
    command.errors.tellPerson(
      "the default keychain was made, \(path)",
      "without a recovery code it is lost with this account's device secret; to make one:",
      "    security add-recovery-code")
  }

  func open(path: String) throws(KeychainError) -> Keychain {
    // Where the folder is missing, so is the keychain.
    guard KeychainNames.exists(path) else { throw .noSuchKeychain(path: path) }
    return try sharing(path) { options throws(KeychainError) in
      try Keychain.open(path, as: .everyGroup, options: options)
    }
  }

  /// Makes a keychain that is unlocked for the commands that follow.
  func create(at path: String, passphrase: SecretBytes) throws(KeychainError) {
    try KeychainFolder.make(for: path)
    do {
      let options = try options()
      let keychain = try Keychain.create(at: path, passphrase: passphrase, as: .everyGroup, options: options)
      _ = command.openKeychains.keep(keychain, at: path)
    } catch {
      guard case .agentUnavailable = error else { throw error }
      // The keychain was made; it is only the next process that will find it locked.
      try leaveUnlocked(try open(path: path), passphrase: passphrase)
    }
  }

  /// Unlocks for the commands that follow.
  ///
  /// Where the kernel refuses, those of this process are all: enough for `-i`, a failure otherwise.
  func unlock(_ keychain: Keychain, with secret: UnlockSecret) throws(KeychainError) {
    do {
      try keychain.unlock(with: secret)
    } catch {
      guard case .agentUnavailable = error else { throw error }
      command.openKeychains.note(agentRefusal: error)
    }
    guard let refusal = command.openKeychains.agentRefusal else { return }
    guard isInteractive else { throw refusal }
    command.errors.line("security: \(refusal)")
  }

  /// As `unlock`, for a keychain that was just made or given a passphrase, which has been done all the same.
  func leaveUnlocked(_ keychain: Keychain, passphrase: SecretBytes) throws(KeychainError) {
    do {
      try unlock(keychain, with: .passphrase(passphrase))
    } catch {
      guard case .agentUnavailable = error else { throw error }
      command.errors.line("security: \(error)")
    }
  }

  /// Opens with the kernel's keyring, and without it where the kernel refuses: what needs no key works all the same.
  private func sharing(
    _ path: String, _ open: (Keychain.Options) throws(KeychainError) -> Keychain
  ) throws(KeychainError) -> Keychain {
    var options = try options()
    let keychain: Keychain
    do {
      keychain = try open(options)
    } catch {
      guard case .agentUnavailable = error else { throw error }
      command.openKeychains.note(agentRefusal: error)
      options.sharesUnlock = false
      keychain = try open(options)
    }
    if let passphrase, try [.notYetUnlocked, .locked].contains(keychain.lockState) {
      try keychain.unlock(passphrase: passphrase)
    }
    let prompt = TerminalPrompt(terminal: command.terminal, passphrase: passphrase)
    return prompt.authenticating(command.openKeychains.keep(keychain, at: path))
  }

  func options() throws(KeychainError) -> Keychain.Options {
    var options = command.options
    options.stateFolder = try names.location.stateFolder
    // One command is over before a comparison in the background would begin.
    if !isInteractive { options.verificationDelays = nil }
    if passphrase != nil { options.sharesUnlock = false }
    return options
  }
}

extension KeychainOpener {
  /// Where the keychain of a name lies, or the default one, whatever is there.
  func path(orDefault name: String?) throws(KeychainError) -> String {
    if let name { return try names.path(of: name) }
    return try names.location.defaultKeychain
  }

  /// The keychain of a name, or the default one if there is one: nothing is made in order to be locked.
  func openExisting(_ name: String?) throws(KeychainError) -> Keychain {
    if let name { return try open(name) }
    return try open(path: try names.location.defaultKeychain)
  }

  /// Where the keychain of a name lies, or the default one; what does not open can be told about all the same.
  func path(ofExisting name: String?) throws(KeychainError) -> String {
    let path: String
    if let name { path = try names.path(of: name) } else { path = try names.location.defaultKeychain }
    guard KeychainNames.exists(path) else { throw .noSuchKeychain(path: path) }
    return path
  }

  /// Makes a keychain openable again.
  func recover(_ path: String, _ code: RecoveryCode, passphrase: SecretBytes?) throws(KeychainError) -> Recovery {
    var options = try options()
    // Whether the kernel keeps the key is of no interest to somebody who has lost another.
    options.sharesUnlock = false
    return try Keychain.recover(at: path, with: code, newPassphrase: passphrase, as: .everyGroup, options: options)
  }

  func restore(_ secret: DeviceSecretCode, at path: String) throws(KeychainError) {
    try Keychain.restoreDeviceSecret(secret, at: path, options: options())
  }

  /// The keychains named; without a name those of the search list that exist.
  ///
  /// An empty list is the default keychain. One that `KEYCHAIN_PATH` names is searched first: an add goes there, and
  /// what was added has to be found.
  func searched(_ named: [String]) throws(KeychainError) -> [Keychain] {
    guard named.isEmpty else {
      var keychains: [Keychain] = []
      for name in named { keychains.append(try open(name)) }
      return keychains
    }
    let defaultKeychain = try names.location.defaultKeychain
    var paths = try searchList.paths()
    let isNamedByVariable = command.environment["KEYCHAIN_PATH"].map { !$0.isEmpty } ?? false
    if paths.isEmpty || (isNamedByVariable && !paths.contains(defaultKeychain)) { paths.insert(defaultKeychain, at: 0) }
    var keychains: [Keychain] = []
    for path in paths {
      do {
        keychains.append(try open(path: path))
      } catch {
        guard case .noSuchKeychain = error else { throw error }
      }
    }
    return keychains
  }
}
