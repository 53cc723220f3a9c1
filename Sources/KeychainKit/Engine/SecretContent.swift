import Foundation
import KeychainCrypto
import KeychainSchema

/// What is sealed apart from the attributes: the secret and, for internet passwords, its extra fields.
struct SecretContent: Sendable {
  /// The secret's bytes, in the form the caller handed them over.
  enum Value: Sendable {
    case data(Data)
    case bytes(SecretBytes)

    var count: Int {
      switch self {
      case .data(let data): data.count
      case .bytes(let bytes): bytes.count
      }
    }

    func append(to writer: inout ByteWriter) {
      switch self {
      case .data(let data):
        unsafe data.withUnsafeBytes { bytes in
          unsafe RecordCoding.append(InternalCode.secretData, data: bytes.bytes, to: &writer)
        }
      case .bytes(let bytes):
        bytes.withBytes { RecordCoding.append(InternalCode.secretData, data: $0, to: &writer) }
      }
    }
  }

  var value: Value?
  /// `bin0` to `binn`, which all come before `data`.
  var extras = AttributeSet()
  /// What an application password sealed, as it lies in the box of the class; then there is nothing else.
  var inner: [UInt8]?

  var isEmpty: Bool { value == nil && extras.entries.isEmpty && inner == nil }

  /// The bytes of the records, before padding.
  var byteCount: Int {
    RecordCoding.byteCount(of: extras) + (value.map { RecordCoding.recordByteCount(valueByteCount: $0.count) } ?? 0)
  }

  func append(to writer: inout ByteWriter) {
    for entry in extras.entries {
      RecordCoding.append(entry.code, entry.value, to: &writer)
    }
    value?.append(to: &writer)
  }

  /// Refuses what is larger than a secret may be.
  func checkLimits() throws(KeychainError) {
    var total = value?.count ?? 0
    var largest = total
    for entry in extras.entries {
      let count = RecordCoding.byteCount(of: entry.value)
      total += count
      largest = max(largest, count)
    }
    guard largest <= RecordCoding.secretLimit, total <= RecordCoding.secretLimit else {
      throw .parameter("a secret is larger than 16 MiB")
    }
  }
}

extension SecretContent {
  /// Reads padded records that were just opened; the secret is copied into memory that is wiped.
  init(padded: UnsafeRawBufferPointer) throws(RecordReader.Malformed) {
    var reader = try unsafe RecordReader(padded: padded)
    while let record = try reader.next() {
      if record.code == InternalCode.secretData {
        value = unsafe .bytes(SecretBytes(copying: record.bytes.bytes))
      } else {
        extras.append(record.code, try record.value())
      }
    }
  }
}

extension SecretContent {
  /// Moves what is sealed with the secret out of the attributes.
  mutating func takeExtras(from attributes: inout AttributeSet) {
    for entry in attributes.entries {
      guard AttributeTable.entry(for: entry.code)?.traits.contains(.sealedWithSecret) == true else { continue }
      extras[entry.code] = entry.value
      attributes[entry.code] = nil
    }
  }
}
