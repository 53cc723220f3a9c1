import KeychainSchema

/// What somebody opens a keychain with.
public enum UnlockSecret: Sendable {
  case passphrase(SecretBytes)
  case recoveryCode(RecoveryCode)
  /// At least 16 bytes from somewhere else, as from a systemd credential.
  case externalSecret(SecretBytes)

  /// The least that an external secret has: nothing slows down who guesses one.
  public static let externalSecretMinimum = 16

  /// The kind of slot that asks for it.
  public var method: UnlockMethod.Kind {
    switch self {
    case .passphrase: .passphrase
    case .recoveryCode: .recoveryCode
    case .externalSecret: .externalSecret
    }
  }
}

/// A way in which a keychain is opened, as its key bag lists it.
public struct UnlockMethod: Sendable, Equatable, Identifiable {
  public enum Kind: Sendable, Hashable, CaseIterable {
    case passphrase
    /// A printed code.
    case recoveryCode
    /// The device's secret alone: the keychain opens by itself.
    case device
    /// A secret that comes from somewhere else.
    case externalSecret
  }

  /// What the derivation of a passphrase's key costs whoever tries one.
  public struct Cost: Sendable, Equatable {
    /// Passes over the memory.
    public let operations: Int
    /// Bytes of memory.
    public let memoryByteCount: Int
  }

  /// Names the way through all changes that leave it as it is.
  public let id: String
  public let kind: Kind
  /// Nil for everything but a passphrase.
  public let cost: Cost?
}

extension UnlockMethod {
  /// Nil for slots that nobody opens a keychain with: the one of what is always open, and the link between keys.
  init?(_ parameters: SlotParameters) {
    guard let kind = Kind(parameters) else { return nil }
    self.kind = kind
    id = parameters.identifier.hyphenatedText
    cost =
      kind == .passphrase
      ? Cost(
        operations: Int(clamping: parameters.derivation.operations),
        memoryByteCount: Int(clamping: parameters.derivation.memoryByteCount)) : nil
  }
}

extension UnlockMethod.Kind {
  init?(_ parameters: SlotParameters) {
    switch parameters.kind {
    case .passphrase: self = .passphrase
    case .recoveryCode: self = .recoveryCode
    case .externalSecret: self = .externalSecret
    case .device where parameters.opens == .user: self = .device
    case .device, .link: return nil
    }
  }
}

extension UnlockMethod.Kind: CustomStringConvertible {
  /// What it is, as in "there is no …".
  public var description: String {
    switch self {
    case .passphrase: "passphrase"
    case .recoveryCode: "recovery code"
    case .device: "device secret that opens everything"
    case .externalSecret: "external secret"
    }
  }
}

extension KeybagImage {
  /// The ways in which the bag is opened, in the order of its slots.
  package var unlockMethods: [UnlockMethod] {
    slots.compactMap { UnlockMethod($0.parameters) }
  }
}
