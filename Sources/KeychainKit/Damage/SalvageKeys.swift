import KeychainCrypto
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
    for (image, source) in try Self.candidates(site, database, snapshot) {
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

  /// Whether a keychain opens by itself: with a bag in its table, or the one beside it.
  static func isAtHand(_ site: SalvageSite, _ database: SalvageReading) -> Bool {
    (database.keybags + (site.keybagFile.read().map { [$0] } ?? [])).contains { Self.image($0) != nil }
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
    return table + found.filter { $0.source != .file }.sorted { $0.image.generation > $1.image.generation }
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
