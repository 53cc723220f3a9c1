import KeychainSchema
import Testing

@testable import KeychainCrypto

/// A new keychain's bag and keyring, with a cost of nearly nothing.
struct Fixture {
  let database: Identifier
  let deviceSecret: DeviceSecret?
  var image: KeybagImage
  let keyring: Keyring

  init(passphrase: String? = nil, isPortable: Bool = false) throws {
    database = RandomBytes.identifier()
    deviceSecret = isPortable ? nil : DeviceSecret.random()
    (image, keyring) = try Keyring.make(
      database: database, deviceSecret: deviceSecret, passphrase: passphrase.map { SecretBytes($0) }, limits: .testing)
  }

  /// A second keyring for the same bag, as another process has it.
  func reopened(_ image: KeybagImage? = nil) throws -> Keyring {
    try Keyring(opening: image ?? self.image, deviceSecret: deviceSecret, limits: .testing)
  }
}

/// The columns of some row of the given class.
func someColumns(_ protection: ProtectionClass = .whenUnlocked) -> ItemColumns {
  ItemColumns(
    id: 7, uuid: RandomBytes.identifier(), identity: RandomBytes.identifier(), itemClass: 1, accessGroup: -42,
    protection: Int64(protection.rawValue), synchronizable: 0, tombstone: 0, generation: 3, termVersion: 1,
    terms: [1, -2, nil, .max, nil])
}

extension Keyring {
  func sealMetadata(_ padded: [UInt8], columns: ItemColumns) throws(SealError) -> [UInt8] {
    try unsafe sealMetadata(padded.span.bytes, columns: columns)
  }

  func sealSecret(
    _ padded: [UInt8], columns: ItemColumns, secretGeneration: UInt64, kind: BoxKind = .secret
  ) throws(SealError) -> [UInt8] {
    try unsafe sealSecret(padded.span.bytes, columns: columns, secretGeneration: secretGeneration, kind: kind)
  }

  func openMetadata(_ box: [UInt8], columns: ItemColumns) -> (outcome: BoxOutcome, bytes: [UInt8]) {
    unsafe opened(box) { target in unsafe openMetadata(box.span.bytes, columns: columns, into: target) }
  }

  func openSecret(
    _ box: [UInt8], columns: ItemColumns, secretGeneration: UInt64
  ) -> (outcome: BoxOutcome, bytes: [UInt8]) {
    unsafe opened(box) { target in
      unsafe openSecret(box.span.bytes, columns: columns, secretGeneration: secretGeneration, into: target)
    }
  }

  private func opened(
    _ box: [UInt8], _ open: (UnsafeMutableRawBufferPointer) -> BoxOutcome
  ) -> (outcome: BoxOutcome, bytes: [UInt8]) {
    var bytes = [UInt8](repeating: 0, count: Keyring.plaintextByteCount(ofBox: box.count))
    let outcome = unsafe bytes.withUnsafeMutableBytes { unsafe open($0) }
    return (outcome, bytes)
  }
}

extension SecretBytes {
  /// A copy, to compare with what a vector expects.
  var copy: [UInt8] {
    unsafe withUnsafeBytes { unsafe [UInt8]($0) }
  }
}

/// The bytes with a digest that fits them, as somebody would write who changed them on purpose.
func withFreshDigest(_ bytes: [UInt8]) -> [UInt8] {
  let content = Array(bytes.dropLast(KeybagImage.digestByteCount))
  let digest = unsafe content.withUnsafeBytes { unsafe KeybagImage.digest(of: $0) }
  return content + digest
}

extension [UInt8] {
  func changing(_ index: Int, _ change: (UInt8) -> UInt8) -> [UInt8] {
    var bytes = self
    bytes[index] = change(bytes[index])
    return bytes
  }
}

/// The error that `body` throws, or nil.
func error<Failure: Error>(_ type: Failure.Type, of body: () throws(Failure) -> Void) -> Failure? {
  do {
    try body()
    return nil
  } catch {
    return error
  }
}

/// The error with which a bag is refused, or nil.
func refusal(_ body: () throws(KeybagError) -> Void) -> KeybagError? {
  error(KeybagError.self, of: body)
}

/// One record of data, padded as a secret is.
func paddedSecret(_ data: [UInt8]) -> [UInt8] {
  let count = RecordCoding.paddedSecretByteCount(RecordCoding.recordByteCount(valueByteCount: data.count))
  return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
    var writer = unsafe ByteWriter(UnsafeMutableRawBufferPointer(buffer))
    RecordCoding.append(InternalCode.secretData, .data(data), to: &writer)
    RecordCoding.appendPadding(upTo: count, to: &writer)
    written = writer.count
  }
}
