import KeychainCrypto
import KeychainKit
import KeychainSchema
import TestSupport

extension FuzzTarget {
  /// A key bag with the digest that fits it, be it only the form: that is for everybody to compute.
  static let keybag = FuzzTarget(
    name: "keybag",
    seeds: {
      try [nil, TestPassphrase.text].map { passphrase in
        let keychain = try TemporaryKeychain(passphrase: passphrase)
        return Array(try keychain.folder.bytes(of: "test.keychain-db.keybag").dropLast(32))
      }
    },
    make: {
      let keychain = try TemporaryKeychain()
      let bag = try KeybagImage(parsing: try keychain.folder.bytes(of: "test.keychain-db.keybag"))
      let secrets = DeviceSecretFile(folder: TemporaryKeychain.stateFolder(in: keychain.folder))
      let secret = try secrets.load(for: bag.databaseIdentifier)
      let limits = TemporaryKeychain.options(in: keychain.folder).keyDerivation
      return { bytes in
        let digest = unsafe bytes.withUnsafeBytes { unsafe KeybagImage.digest(of: $0) }
        for bag in [bytes, bytes + digest] {
          do throws(KeybagError) {
            let image = try KeybagImage(parsing: bag)
            require(image.bytes == bag, "a bag is kept otherwise than it was read")
            let keyring = try Keyring(opening: image, deviceSecret: secret, limits: limits)
            _ = keyring.state
          } catch {}
        }
      }
    })

  /// The state record as it is inside its box, the anchor, the settings, and how a secret under an application password
  /// begins.
  static let state = FuzzTarget(
    name: "state",
    seeds: {
      let keychain = try TemporaryKeychain()
      let files = try keychain.folder.files().filter { $0.key.hasSuffix(".anchor") }.values
      return files.map { [1] + $0 } + [[0] + [UInt8](repeating: 0, count: 65), [2] + [UInt8](repeating: 1, count: 120)]
    },
    make: {
      { bytes in
        let content = Array(bytes.dropFirst())
        switch bytes.first {
        case 0: unsafe content.withUnsafeBytes { _ = unsafe StateRecord($0) }
        case 1:
          if let anchor = Anchor(parsing: content) {
            require(anchor.bytes == content, "an anchor is written otherwise than it was read")
          }
        default:
          do throws(ApplicationPasswordError) {
            _ = try unsafe ApplicationPasswordHeader(content.span.bytes, limits: .standard)
          } catch {}
        }
      }
    })
}
