import Foundation
import KeychainCrypto
import KeychainSchema

/// The product's sealing, without a database.
final class OurSealing: Sealing {
  let side = Side.ours
  let rawKeys: RawKeys
  let uuid: [UInt8]
  private let keyring: Keyring
  private let columns: ItemColumns
  private var plain: [UInt8] = []
  private var plainData = Data()
  private var box: [UInt8] = []
  private var boxData = Data()
  private var opened: [UInt8] = []
  private var outcome = BoxOutcome.undecodable

  static func make(in folder: TemporaryFolder) throws -> OurSealing {
    let database = RandomBytes.identifier()
    let secret = try DeviceSecretFile(folder: folder.file("sealing-state")).make(for: database)
    let made = try Keyring.make(database: database, deviceSecret: secret, passphrase: nil, limits: .standard)
    return try OurSealing(made.keyring)
  }

  private init(_ keyring: Keyring) throws {
    self.keyring = keyring
    guard let keys = keyring.rawKeys(of: .whenUnlocked) else { throw Failure("ours: a new keyring is locked") }
    rawKeys = RawKeys(keys)
    let identifier = RandomBytes.identifier()
    uuid = identifier.bytes
    columns = ItemColumns(
      id: 0, uuid: identifier, identity: .zero, itemClass: Int64(ItemClass.genericPassword.rawValue), accessGroup: 0,
      protection: Int64(ProtectionClass.whenUnlocked.rawValue), synchronizable: 0, tombstone: 0, generation: 1,
      termVersion: Int64(ItemClass.currentTermVersion), terms: [nil, nil, nil, nil, nil])
  }

  func prepare(_ bytes: [UInt8]) throws {
    plain = bytes
    plainData = Data(bytes)
    boxData = Data()
    opened = Array(repeating: 0, count: bytes.count + Int(Self.roomForTag))
    try seal(times: 1)
  }

  /// Openings may use as much memory as the box has without its header and nonce.
  private static let roomForTag = 16

  func seal(times: Int) throws {
    let plain = plain
    var box = [UInt8](repeating: 0, count: Keyring.boxByteCount(ofPlaintext: plain.count))
    for _ in 0..<times {
      try unsafe box.withUnsafeMutableBytes { box in
        try unsafe keyring.sealSecret(plain.span.bytes, columns: columns, secretGeneration: 1, into: box)
      }
    }
    self.box = box
  }

  func sealData(times: Int) throws {
    let plainData = plainData
    for _ in 0..<times {
      boxData = try sealedData(plainData)
    }
  }

  /// A box in memory that the value takes over.
  private func sealedData(_ plain: Data) throws -> Data {
    let byteCount = Keyring.boxByteCount(ofPlaintext: plain.count)
    guard let memory = unsafe malloc(byteCount) else { throw Failure("ours: no memory for a box") }
    let box = unsafe Data(bytesNoCopy: memory, count: byteCount, deallocator: .free)
    try unsafe keyring.sealSecret(
      plain.bytes, columns: columns, secretGeneration: 1,
      into: UnsafeMutableRawBufferPointer(start: memory, count: byteCount))
    return box
  }

  func open(times: Int) throws {
    let box = box
    for _ in 0..<times {
      outcome = unsafe opened.withUnsafeMutableBytes { opened in
        unsafe keyring.openSecret(box.span.bytes, columns: columns, secretGeneration: 1, into: opened)
      }
    }
  }

  func forgetSealed() {
    box = Array(repeating: 0, count: box.count)
  }

  func checkSealed() throws {
    if !boxData.isEmpty { box = Array(boxData) }
    forgetOpened()
    try open(times: 1)
    try checkOpened()
  }

  func checkOpened() throws {
    guard case .opened(let count) = outcome, count == plain.count, opened.starts(with: plain) else {
      throw Failure("ours: a box opened to something else")
    }
    forgetOpened()
  }

  private func forgetOpened() {
    outcome = .undecodable
    opened = Array(repeating: 0, count: opened.count)
  }

  /// Either side must open what the other sealed.
  func check(against raw: RawSealing) throws {
    let bytes = [UInt8](repeating: 0x5A, count: 100)
    try prepare(bytes)
    try raw.prepare(bytes)
    let foreign = raw.sealedBox
    try raw.checkOpens(box)
    box = foreign
    try checkSealed()
  }
}
