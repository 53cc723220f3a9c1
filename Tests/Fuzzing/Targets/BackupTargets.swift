import KeychainCrypto
import KeychainKit
import KeychainSchema
import TestSupport

extension FuzzTarget {
  /// A backup's head, as everybody may write it, and its messages, as whoever knows the passphrase may seal them.
  static let backup = FuzzTarget(
    name: "backup",
    seeds: {
      let records = try FuzzedKeychain().plaintexts()
      let sealer = try BackupSealer(passphrase: passphrase, createdMilliseconds: 1, limits: testLimits())
      let message = unsafe BackupItem.message(
        .genericPassword, RandomBytes.identifier(), hasDevicePart: false, metadata: records.metadata.span.bytes,
        secret: records.secret.span.bytes)
      var manifest = BackupManifest()
      manifest.note(
        BackupManifest.Omission(
          itemClass: .genericPassword, protection: .whenUnlocked, identifier: RandomBytes.identifier(), reason: .locked)
      )
      let item = message.withBytes { unsafe $0.withUnsafeBytes { unsafe [UInt8]($0) } }
      return [[0] + sealer.head, [1] + item, [2] + manifest.encoded]
    },
    make: {
      let limits = try testLimits()
      return { bytes in
        let content = Array(bytes.dropFirst())
        do throws(BackupError) {
          switch bytes.first {
          case 0: _ = try unsafe BackupReader(source(of: content)).header
          case 1: try read(message: content, limits)
          default: _ = try BackupManifest(parsing: SecretBytes(content))
          }
        } catch {}
      }
    })

  private static var passphrase: SecretBytes { SecretBytes(TestPassphrase.text) }

  private static func testLimits() throws -> KeyDerivationLimits {
    try TemporaryKeychain.options(in: TemporaryFolder()).keyDerivation
  }

  private static func read(message: [UInt8], _ limits: KeyDerivationLimits) throws(BackupError) {
    let sealer = try BackupSealer(passphrase: passphrase, createdMilliseconds: 1, limits: limits)
    let reader = try unsafe BackupReader(source(of: sealer.head + sealer.seal(SecretBytes(message))))
    reader.begin(try reader.header.key(passphrase: passphrase, limits: limits))
    guard case .item(let item) = try reader.next() else { return }
    item.withMetadata { _ in }
    item.withSecret { _ in }
  }

  private static func source(of bytes: [UInt8]) -> BackupReader.Source {
    var rest = bytes[...]
    return { memory in
      let count = min(memory.count, rest.count)
      unsafe memory.copyBytes(from: rest.prefix(count))
      rest = rest.dropFirst(count)
      return count
    }
  }
}
