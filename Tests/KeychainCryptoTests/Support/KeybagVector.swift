import KeychainSchema
import Testing

@testable import KeychainCrypto

/// One bag of `keybag.json`.
struct KeybagVector: Decodable, CustomTestStringConvertible {
  struct Entry: Decodable {
    let `class`: UInt8
    let flags: UInt8
    let generation: UInt32
    let key: Hex
  }

  struct Body: Decodable {
    let nonce, key: Hex
    let entries: [Entry]
  }

  struct Bodies: Decodable {
    let dev, first, user: Body
  }

  let name, about: String
  let deviceSecret: Hex?
  let deviceSecretIdentifier, database, bag: Hex
  let generation: UInt64
  let deviceMasterKey, userMasterKey: Hex
  let passphrase: String?
  let slots: [Hex]
  let bodies: Bodies
  let digest: Hex
  let byteCount: Int
  let bytes: Hex

  var testDescription: String { name }

  static func all() throws -> [KeybagVector] {
    struct File: Decodable { let keybags: [KeybagVector] }
    return try Vectors.load("keybag", as: File.self).keybags
  }

  static func named(_ name: String) throws -> KeybagVector {
    try #require(try all().first { $0.name == name })
  }

  func body(_ body: KeybagBody) -> Body {
    switch body {
    case .device: bodies.dev
    case .first: bodies.first
    case .user: bodies.user
    }
  }

  var secret: DeviceSecret? {
    deviceSecret.flatMap { DeviceSecret(SecretBytes($0.bytes)) }
  }

  var image: KeybagImage {
    get throws { try KeybagImage(parsing: bytes.bytes) }
  }

  /// A keyring with every body open.
  func openKeyring(random: RandomSource = .system) throws -> Keyring {
    let keyring = try Keyring(opening: image, deviceSecret: secret, limits: .testing, random: random)
    if let passphrase { _ = try keyring.unlock(image, passphrase: SecretBytes(passphrase)) }
    return keyring
  }
}
