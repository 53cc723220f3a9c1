import KeychainSchema

/// The keys of the three bodies: what stays of the master keys once the bodies are open.
struct BodyKeys: Sendable {
  /// `kdf(MK_dev, 1, "kcbody01")`
  let device: SecretBytes
  /// `kdf(MK_user, 2, "kcbody01")`
  let first: SecretBytes
  /// `kdf(MK_user, 1, "kcbody01")`
  let user: SecretBytes

  init(device: SecretBytes, first: SecretBytes, user: SecretBytes) {
    self.device = device
    self.first = first
    self.user = user
  }

  init(deviceMasterKey: SecretBytes, userMasterKey: SecretBytes) {
    device = Self.device(of: deviceMasterKey)
    first = userMasterKey.subkey(2, .body)
    user = userMasterKey.subkey(1, .body)
  }

  static func device(of masterKey: SecretBytes) -> SecretBytes {
    masterKey.subkey(1, .body)
  }

  subscript(body: KeybagBody) -> SecretBytes {
    switch body {
    case .device: device
    case .first: first
    case .user: user
    }
  }
}

extension KeybagBody {
  /// The head of the body's associated data.
  var label: StaticString {
    switch self {
    case .device: "kc1.bagd"
    case .first: "kc1.bagf"
    case .user: "kc1.bagu"
    }
  }
}
