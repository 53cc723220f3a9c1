import KeychainPolicy
import KeychainSchema
import TestSupport

extension FuzzTarget {
  /// Records by themselves: what they read as reads again as the same.
  static let records = FuzzTarget(
    name: "records", seeds: { [try FuzzedKeychain().plaintexts().metadata, [0x80], []] },
    make: {
      { bytes in
        unsafe bytes.withUnsafeBytes { buffer in
          do throws(RecordReader.Malformed) {
            var reader = try unsafe RecordReader(padded: buffer)
            var previous: FourCharacterCode?
            while let record = try reader.next() {
              require(previous.map { $0 < record.code } ?? true, "a code twice, or before a smaller one")
              previous = record.code
              _ = try record.value()
            }
          } catch {}
        }
      }
    })

  /// The attributes of an item, as whoever holds the keys may seal them.
  static let metadata = FuzzTarget(
    name: "metadata", seeds: { [try FuzzedKeychain().plaintexts().metadata, [0x80]] },
    make: {
      let keychain = try FuzzedKeychain()
      return { keychain.read(metadata: $0) }
    })

  /// Its secret, and the inner part of one under an application password.
  static let secret = FuzzTarget(
    name: "secret",
    seeds: {
      let secret = try FuzzedKeychain().plaintexts().secret
      return [[1] + secret, [3] + secret, [3] + [UInt8](repeating: 1, count: 120)]
    },
    make: {
      let keychain = try FuzzedKeychain()
      return { keychain.read(secret: $0) }
    })

  /// What an item asks of people.
  static let accessControl = FuzzTarget(
    name: "access-control",
    seeds: {
      try [[], .userPresence, [.biometryAny, .or, .devicePasscode], .applicationPassword].map { flags in
        try AccessControl(protection: .whenUnlocked, flags: flags).encoded
      }
    },
    make: {
      { bytes in
        do throws(AccessControlError) {
          let control = try AccessControl(decoding: bytes)
          require(control.encoded == bytes, "an access control is written otherwise than it was read")
        } catch {}
      }
    })
}
