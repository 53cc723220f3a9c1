import KeychainCrypto
import KeychainSchema
import KeychainStorage

/// The key bag of a damaged keychain, found in whatever copy there is, and the keys that it gives.
struct SalvageKeys {
  let image: KeybagImage
  let source: SalvageReport.Source
  let keyring: Keyring

  /// - Throws: `.damaged` where no copy verifies, so that nothing may be made; `.newerVersion`; `.deviceSecretMissing`;
  ///   `.locked` for a portable keychain without its passphrase; `.wrongPassphrase`.
  init(
    _ site: SalvageSite, _ database: SalvageReading, _ snapshot: SalvageReading?, _ settings: StoreSettings,
    passphrase: SecretBytes?
  ) throws(KeychainError) {
    var failure: KeychainError?
    let candidates = try Self.candidates(site, database, snapshot)
    let owner = Self.owner(of: database, among: candidates)
    for (image, source) in candidates where owner == nil || image.databaseIdentifier == owner {
      do throws(KeychainError) {
        let keyring = try Store.keyring(of: image, settings)
        if let passphrase, image.hasPassphrase {
          do throws(KeybagError) {
            _ = try keyring.unlock(image, passphrase: passphrase)
          } catch {
            throw KeychainError(error)
          }
        }
        if image.isPortable, keyring.state != .unlocked { throw .locked }
        if owner == nil, try !Self.fits(keyring, database) { continue }
        self.image = image
        self.source = source
        self.keyring = keyring
        return
      } catch {
        // A copy that is damaged, or another keychain's, says nothing of the next. A passphrase that is refused does,
        // and so does memory that is not to be had: with an earlier copy the passphrase of then would come back.
        guard error.isOfOneCopy(source) else { throw error }
        failure = failure ?? error
      }
    }
    throw failure ?? .damaged("no copy of the key bag can be read")
  }

  /// Whether a keychain opens by itself: with a bag in its table, or its own beside it.
  static func isAtHand(_ site: SalvageSite, _ database: SalvageReading) -> Bool {
    let images = (database.keybags + (site.keybagFile.read().map { [$0] } ?? [])).compactMap { Self.image($0) }
    guard let identifier = database.identifier else { return !images.isEmpty }
    return images.contains { $0.databaseIdentifier == identifier }
  }

  /// Which database the file is, by what it says of itself: a bag that lies beside it may be another keychain's.
  ///
  /// Nil where it says nothing that a bag agrees with.
  private static func owner(
    of database: SalvageReading, among candidates: [(image: KeybagImage, source: SalvageReport.Source)]
  ) -> Identifier? {
    let own = candidates.filter { [.file, .pages].contains($0.source) }.map(\.image.databaseIdentifier)
    guard let identifier = database.identifier else { return own.first }
    return candidates.contains { $0.image.databaseIdentifier == identifier } ? identifier : own.first
  }

  /// Whether keys open something of a file that does not say which database it is; where it has nothing that they could
  /// be tried on, they may be its own.
  private static func fits(_ keyring: Keyring, _ database: SalvageReading) throws(KeychainError) -> Bool {
    do throws(KeyringError) {
      var isTried = false
      if let box = database.meta[Store.settingsKey] {
        if try keyring.openSettings(box) != nil { return true }
        isTried = true
      }
      if let box = database.meta[Store.stateKey] {
        if try keyring.openState(box) != nil { return true }
        isTried = true
      }
      for (tag, name) in database.groups {
        if try keyring.openGroupName(name, tag: tag) != nil { return true }
        isTried = true
      }
      return !isTried
    } catch {
      throw KeychainError(error)
    }
  }

  /// The copies that verify: the table's, which is the truth, then the newest of all others.
  private static func candidates(
    _ site: SalvageSite, _ database: SalvageReading, _ snapshot: SalvageReading?
  ) throws(KeychainError) -> [(image: KeybagImage, source: SalvageReport.Source)] {
    let beside = site.keybagFile.read().map { [$0] } ?? []
    let whole: [(bytes: [[UInt8]], source: SalvageReport.Source)] = [
      (database.keybags, .file), (beside, .copyBeside), (snapshot?.keybags ?? [], .snapshot),
    ]
    var found: [(image: KeybagImage, source: SalvageReport.Source)] = []
    var isNewer = false
    for (copies, source) in whole {
      for bytes in copies {
        do {
          found.append((try KeybagImage(parsing: bytes), source))
        } catch {
          isNewer = isNewer || error == .newer
        }
      }
    }
    for bytes in database.scannedKeybags {
      do throws(KeybagError) {
        found.append((try KeybagImage(beginning: bytes), .pages))
      } catch {
        // Four bytes that look like a bag's first are none.
      }
    }
    if found.isEmpty, isNewer { throw .newerVersion }
    let table = found.filter { $0.source == .file }
    let others = found.filter { $0.source != .file }.sorted { $0.image.generation > $1.image.generation }
    guard let likely = likelyOwner(database, snapshot, others) else { return table + others }
    let own = others.filter { $0.image.databaseIdentifier == likely }
    return table + own + others.filter { $0.image.databaseIdentifier != likely }
  }

  /// Whose bags come first where the file does not say which database it is: generations of two say nothing of each
  /// other.
  ///
  /// The snapshot's where both hold the same item, whose identity is made under keys; else that of the bag beside,
  /// which whoever makes a keychain here writes, while snapshots of the one before stay.
  private static func likelyOwner(
    _ database: SalvageReading, _ snapshot: SalvageReading?,
    _ found: [(image: KeybagImage, source: SalvageReport.Source)]
  ) -> Identifier? {
    let identities = Set((database.items + database.scannedItems).map(\.columns.identity))
    if let snapshot, snapshot.items.contains(where: { identities.contains($0.columns.identity) }) {
      return snapshot.identifier
    }
    return found.first { $0.source == .copyBeside }?.image.databaseIdentifier
  }

  private static func image(_ bytes: [UInt8]) -> KeybagImage? {
    do {
      return try KeybagImage(parsing: bytes)
    } catch {
      return nil
    }
  }
}

extension KeychainError {
  /// Whether it says something of one copy of a key bag, and not of what every copy needs.
  fileprivate func isOfOneCopy(_ source: SalvageReport.Source) -> Bool {
    switch self {
    case .damaged: true
    // The bag in the file is this keychain's for certain.
    case .deviceSecretMissing: source != .file
    default: false
    }
  }
}

extension SalvageReading {
  /// The database that it is, by its own word.
  var identifier: Identifier? {
    meta[Database.identifierKey].flatMap { Identifier($0) }
  }

  /// Whether it may be of a database, as far as both are known.
  func isOf(_ database: Identifier?) -> Bool {
    database == nil || identifier == nil || identifier == database
  }
}
