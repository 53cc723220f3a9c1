import Foundation
import KeychainCrypto
import KeychainSchema

/// An opened secret, lent for the length of a closure.
@safe
struct SecretView {
  private let records: UnsafeRawBufferPointer?
  private let dataOffset: Int
  private let dataCount: Int?
  private let hasExtras: Bool

  /// An item without a secret, or one whose secret was not asked for.
  static var none: SecretView { SecretView() }

  private init() {
    unsafe records = nil
    dataOffset = 0
    dataCount = nil
    hasExtras = false
  }

  /// Reads padded records; nil where they are malformed.
  init?(padded: UnsafeRawBufferPointer) {
    var offset = 0
    var count: Int?
    var hasExtras = false
    do {
      var reader = try unsafe RecordReader(padded: padded)
      while let record = try reader.next() {
        guard record.code == InternalCode.secretData else {
          hasExtras = true
          continue
        }
        count = unsafe record.bytes.count
        guard let start = unsafe record.bytes.baseAddress, let base = padded.baseAddress else { continue }
        offset = unsafe start - base
      }
      unsafe records = UnsafeRawBufferPointer(rebasing: padded[..<reader.recordByteCount])
    } catch {
      return nil
    }
    dataOffset = offset
    dataCount = count
    self.hasExtras = hasExtras
  }

  /// Whether there is a secret, be it empty.
  var hasData: Bool { dataCount != nil }

  /// The secret in memory that wipes itself, nil where there is none.
  var secret: SecretBytes? {
    withData { SecretBytes(copying: $0) }
  }

  /// The secret as `Data` that is wiped when its last copy goes, nil where there is none.
  var data: Data? {
    withData { bytes in unsafe bytes.withUnsafeBytes { unsafe WipedData.make(copying: $0) } }
  }

  private func withData<Result>(_ body: (RawSpan) -> Result) -> Result? {
    guard let records = unsafe records, let dataCount else { return nil }
    return unsafe body(UnsafeRawBufferPointer(rebasing: records[dataOffset..<dataOffset + dataCount]).bytes)
  }

  /// The extra fields of an internet password.
  var extras: AttributeSet {
    get throws(KeychainError) {
      guard hasExtras, let records = unsafe records else { return AttributeSet() }
      var all = try unsafe AttributeSet(records: records)
      all[InternalCode.secretData] = nil
      return all
    }
  }
}
