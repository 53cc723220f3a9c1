import KeychainCrypto
import KeychainStorage

extension Store {
  /// A store whose database and device secret exist in this process only.
  static func inMemory(_ options: Keychain.Options) throws(KeychainError) -> Store {
    let settings = StoreSettings(
      limits: options.keyDerivation, clock: options.clock, deviceSecrets: nil, isPortable: false, agent: nil)
    Sodium.initialize()
    let identifier = RandomBytes.identifier()
    do {
      let (image, keyring) = try Keyring.make(
        database: identifier, deviceSecret: DeviceSecret(SecretBytes.random(byteCount: DeviceSecret.byteCount)),
        passphrase: nil, limits: settings.limits)
      let database = try Database(
        inMemory: identifier, keybag: image.bytes,
        meta: [
          (settingsKey, try keyring.sealSettings(.standard)),
          (stateKey, try keyring.sealState(.first(isAnchored: false))),
        ])
      return try Store(database, keyring: keyring, settings: settings)
    } catch let error as KeychainError {
      throw error
    } catch let error as KeybagError {
      throw KeychainError(error)
    } catch let error as StorageError {
      throw KeychainError(error)
    } catch {
      throw .internalInconsistency("a keychain in memory could not be made")
    }
  }
}

extension StoreSettings {
  /// The same for a store in memory, which has no anchor and shares nothing.
  var inMemory: StoreSettings {
    StoreSettings(
      limits: limits, clock: clock, deviceSecrets: nil, isPortable: isPortable, agent: nil, verificationDelays: nil)
  }
}
