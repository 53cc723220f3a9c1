import KeychainCrypto
import KeychainSchema

/// Writes the records of an item's metadata in the ascending order of their codes, with what every seal adds to them:
/// the clock, the secret's generation, and `kSecAttrSHA1`.
///
/// That is 20 bytes of BLAKE2b over `"kc1.sha1" ‖ class u8 ‖ the digested records ‖ secret generation u64`. The secret
/// is represented by its generation (0: none), so that no digest of a secret is ever handed out.
@safe
struct DigestedWriter: ~Copyable {
  static let digestByteCount = 20
  /// What is hashed beside the digested records.
  private static let label: StaticString = "kc1.sha1"
  /// What stands in the place of the digest until all is written.
  static let room = AttributeValue.data([UInt8](repeating: 0, count: digestByteCount))
  /// The codes of the attributes that are digested, ascending.
  private static let digestedCodes = AttributeTable.entries.filter { $0.traits.contains(.digested) }.map(\.code)

  /// What a seal adds to the records of an item.
  struct Additions {
    let clock: Int64
    /// The generation at which the secret was written; nil where there is none.
    let secretGeneration: UInt64?

    /// The value of one of the codes; nil where there is nothing to add.
    func value(of code: FourCharacterCode) -> AttributeValue? {
      switch code.value {
      case Code.clock: .number(clock)
      case Code.secretGeneration: secretGeneration.map { .number(Int64(bitPattern: $0)) }
      default: DigestedWriter.room
      }
    }

    /// The bytes of all of them as records.
    var byteCount: Int {
      let numbers = secretGeneration == nil ? 1 : 2
      return numbers * RecordCoding.recordByteCount(valueByteCount: 8)
        + RecordCoding.recordByteCount(valueByteCount: DigestedWriter.digestByteCount)
    }
  }

  private let buffer: UnsafeMutableRawBufferPointer
  private let digestBuffer: UnsafeMutableRawBufferPointer
  private var records: ByteWriter
  private var digested: ByteWriter
  private let additions: Additions
  /// The code of what is added next; beyond every code once all is.
  private var nextAddition = FourCharacterCode(value: Code.clock)
  /// Where the digest belongs.
  private var digestPlace = 0
  private let digestedCodes = Self.digestedCodes
  private var nextDigested = 0

  /// The bytes that are hashed are as many as the records', and these.
  static let digestOverhead = label.utf8CodeUnitCount + 9

  /// Writes records to `buffer`, and those of them that are digested to `digestBuffer` as well.
  init(
    to buffer: UnsafeMutableRawBufferPointer, digesting digestBuffer: UnsafeMutableRawBufferPointer,
    _ itemClass: ItemClass, _ additions: Additions
  ) {
    unsafe self.buffer = buffer
    unsafe self.digestBuffer = digestBuffer
    records = unsafe ByteWriter(buffer)
    digested = unsafe ByteWriter(digestBuffer)
    self.additions = additions
    digested.append(Self.label)
    digested.append(itemClass.rawValue)
  }

  /// Whether a seal adds an attribute of that code, so that what an item had before is passed over.
  static func adds(_ code: FourCharacterCode) -> Bool {
    code.value == Code.clock || code.value == Code.secretGeneration || code.value == Code.digest
  }

  /// The codes of what is added as literals, because every record is compared with them; a test holds them to the
  /// table.
  enum Code {
    static let clock: UInt32 = 0x2368_6C63  // #hlc
    static let secretGeneration: UInt32 = 0x2373_676E  // #sgn
    static let digest: UInt32 = 0x7368_6131  // sha1
  }

  /// Appends an attribute.
  mutating func append(_ code: FourCharacterCode, _ value: AttributeValue) {
    appendAdditions(before: code)
    guard !Self.adds(code) else { return }
    let start = records.count
    RecordCoding.append(code, value, to: &records)
    guard isNextDigested(code) else { return }
    unsafe digested.append(UnsafeRawBufferPointer(rebasing: buffer[start..<records.count]))
  }

  /// Appends a record as it is.
  mutating func append(_ record: RecordReader.Record) {
    appendAdditions(before: record.code)
    guard !Self.adds(record.code) else { return }
    unsafe records.append(record.wholeBytes)
    if isNextDigested(record.code) { unsafe digested.append(record.wholeBytes) }
  }

  /// Ends the records with the digest in its place; gives it, and how many bytes they have without padding.
  mutating func finish() -> (digest: [UInt8], byteCount: Int) {
    appendAdditions(before: nil)
    digested.append(additions.secretGeneration ?? 0)
    let digest = unsafe Keyring.digest(UnsafeRawBufferPointer(rebasing: digestBuffer[..<digested.count]).bytes)
    unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[digestPlace...]).copyBytes(from: digest)
    return (digest, records.count)
  }

  /// Pads them.
  mutating func pad(upTo byteCount: Int) {
    RecordCoding.appendPadding(upTo: byteCount, to: &records)
  }

  /// Appends what is added and belongs before a code, or before the end.
  private mutating func appendAdditions(before code: FourCharacterCode?) {
    while nextAddition.value != .max {
      if let code, code < nextAddition { return }
      if let value = additions.value(of: nextAddition) { RecordCoding.append(nextAddition, value, to: &records) }
      switch nextAddition.value {
      case Code.clock: nextAddition = FourCharacterCode(value: Code.secretGeneration)
      case Code.secretGeneration: nextAddition = FourCharacterCode(value: Code.digest)
      default:
        digestPlace = records.count - Self.digestByteCount
        nextAddition = FourCharacterCode(value: .max)
      }
    }
  }

  /// Whether an attribute is digested; asked in ascending order.
  private mutating func isNextDigested(_ code: FourCharacterCode) -> Bool {
    while nextDigested < digestedCodes.count, digestedCodes[nextDigested] < code { nextDigested += 1 }
    return nextDigested < digestedCodes.count && digestedCodes[nextDigested] == code
  }
}
