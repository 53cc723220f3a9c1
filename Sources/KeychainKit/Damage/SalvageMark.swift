import KeychainSchema

/// What a salvaged file says of itself in `meta` until its owner accepts it and nothing waits any more.
///
/// Layout in bytes: `version u8 | seconds since 2001 i64 | count u32 | uuid 16 each | name of what was set aside`. The
/// version is 1, or 2 where its owner has accepted the file while rows still wait.
/// In the clear: it tells nothing that the names of files beside it do not.
struct SalvageMark: Equatable, Sendable {
  static let key = "salvaged"
  private static let version: UInt8 = 1
  private static let acceptedVersion: UInt8 = 2
  private static let headByteCount = 13

  /// When it was.
  let time: Int64
  /// The rows that are still to be sealed anew, because their classes were locked.
  var waiting: [Identifier]
  /// The name of the file's copy; empty where there was no file.
  let setAside: String
  /// Its owner knows: the mark stays for the rows that wait, and speaks against the file no more.
  var isAccepted: Bool

  init(time: Int64, waiting: [Identifier], setAside: String, isAccepted: Bool = false) {
    self.time = time
    self.waiting = waiting
    self.setAside = setAside
    self.isAccepted = isAccepted
  }

  /// Whatever stands there, the file was salvaged: what cannot be read of it is left empty.
  init(_ bytes: [UInt8]) {
    let count = bytes.count >= Self.headByteCount ? Int(Self.little(bytes[9..<13])) : 0
    let end = Self.headByteCount + count * Identifier.byteCount
    let isAccepted = bytes.first == Self.acceptedVersion
    guard isAccepted || bytes.first == Self.version, bytes.count >= end, bytes.count >= Self.headByteCount else {
      self.init(time: 0, waiting: [], setAside: "")
      return
    }
    let identifiers = stride(from: Self.headByteCount, to: end, by: Identifier.byteCount).compactMap { start in
      Identifier(Array(bytes[start..<start + Identifier.byteCount]))
    }
    self.init(
      time: Int64(bitPattern: Self.little(bytes[1..<9])), waiting: identifiers,
      setAside: String(decoding: bytes[end...], as: UTF8.self), isAccepted: isAccepted)
  }

  var bytes: [UInt8] {
    var bytes = [isAccepted ? Self.acceptedVersion : Self.version]
    bytes += (0..<8).map { UInt8(truncatingIfNeeded: time >> ($0 * 8)) }
    bytes += (0..<4).map { UInt8(truncatingIfNeeded: waiting.count >> ($0 * 8)) }
    for identifier in waiting { bytes += identifier.bytes }
    return bytes + setAside.utf8
  }

  /// The mark as it is to be kept; nil where it has nothing more to say.
  var kept: SalvageMark? { isAccepted && waiting.isEmpty ? nil : self }

  private static func little(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
