/// A device secret as text, for a sheet of paper or another machine: 52 symbols of Crockford's base 32 and one that
/// checks them.
///
/// Whoever has it and the keychain's file has what needs no passphrase.
public struct DeviceSecretCode: Sendable {
  private static let groupLength = 4

  package let secret: DeviceSecret

  package init(_ secret: DeviceSecret) {
    self.secret = secret
  }

  /// Reads a code as somebody types it; case, blanks and hyphens do not matter.
  public init(_ text: SecretBytes) throws(CodeTextError) {
    let bytes = try CrockfordText.number(text, byteCount: DeviceSecret.byteCount)
    guard let secret = DeviceSecret(bytes) else { throw .wrongLength }
    self.secret = secret
  }

  /// The code as it is printed, in ASCII.
  public var text: SecretBytes { CrockfordText.text(of: secret.bytes, groupLength: Self.groupLength) }
}

extension DeviceSecretCode: CustomStringConvertible {
  /// Nothing of the secret: it must not get into a log by accident.
  public var description: String { "a device secret" }
}

extension Keyring {
  /// This device's secret, to be kept elsewhere; nil for a portable keychain.
  package var deviceSecretCode: DeviceSecretCode? { deviceSecret.map { DeviceSecretCode($0) } }
}
