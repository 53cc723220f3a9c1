import KeychainSchema

/// What the key of an entry is for. The raw value is the entry's class byte.
enum KeybagEntryClass: RawRepresentable, Hashable, Sendable {
  case item(ProtectionClass)
  case file(FileClass)
  /// Tags, search terms and group names; never rotated.
  case index
  /// The state record, the anchor and the settings; never rotated.
  case state

  /// The protection classes of files.
  enum FileClass: UInt8, Sendable {
    case complete = 1
    /// An X25519 pair: the public half seals while locked, the private half opens.
    case unlessOpen = 2
    case untilFirstAuthentication = 3
    case none = 4
  }

  init?(rawValue: UInt8) {
    if let protection = ProtectionClass(rawValue: rawValue) {
      self = .item(protection)
    } else if let file = FileClass(rawValue: rawValue) {
      self = .file(file)
    } else {
      switch rawValue {
      case 32: self = .index
      case 33: self = .state
      default: return nil
      }
    }
  }

  var rawValue: UInt8 {
    switch self {
    case .item(let protection): protection.rawValue
    case .file(let file): file.rawValue
    case .index: 32
    case .state: 33
    }
  }

  var isItem: Bool {
    if case .item = self { true } else { false }
  }

  /// The body that holds the class's keys.
  func body(isPublicKey: Bool) -> KeybagBody {
    switch self {
    case .item(let protection): protection.body
    case .file(.complete): .user
    case .file(.unlessOpen): isPublicKey ? .device : .user
    case .file(.untilFirstAuthentication): .first
    case .file(.none), .index, .state: .device
    }
  }
}

/// One key of a bag: 40 bytes, `class u8 | flags u8 | zero u16 | generation u32 | key 32`.
struct KeybagEntry: Sendable {
  static let byteCount = 40

  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8
    /// A newer generation took its place; items under it are resealed, then it leaves.
    static let retired = Flags(rawValue: 1)
    /// The key is gone for good, it and all generations before it; the key bytes are zero.
    static let destroyed = Flags(rawValue: 2)
    static let publicKey = Flags(rawValue: 4)
    static let known: Flags = [.retired, .destroyed, .publicKey]
  }

  let entryClass: KeybagEntryClass
  var flags: Flags
  let generation: UInt32
  let key: SecretBytes

  func write(to writer: inout ByteWriter) {
    writer.append(entryClass.rawValue)
    writer.append(flags.rawValue)
    writer.append(UInt16(0))
    writer.append(generation)
    key.withBytes { writer.append($0) }
  }
}

extension KeybagEntry {
  /// Reads an entry of `body`, whose bytes the cipher has confirmed.
  init(parsing reader: inout ByteReader, of body: KeybagBody) throws(KeybagError) {
    let codes = (try reader.integer(UInt8.self), try reader.integer(UInt8.self))
    guard let entryClass = KeybagEntryClass(rawValue: codes.0) else { throw .newer }
    self.entryClass = entryClass
    flags = Flags(rawValue: codes.1)
    guard flags.isSubset(of: .known), try reader.integer(UInt16.self) == 0 else { throw .newer }
    generation = try reader.integer(UInt32.self)
    key = try reader.secret(Subkey.byteCount)
    let isPublic = flags.contains(.publicKey)
    guard generation > 0, !isPublic || entryClass == .file(.unlessOpen),
      entryClass.body(isPublicKey: isPublic) == body
    else { throw .damaged }
  }
}
