import Foundation
import KeychainSchema

/// The conversions of values by an attribute's kind: the same for queries, adds and updates.
///
/// - Source: SecDbItem.c of Security-61901, restated as facts; Tests/ConformanceTests/Cases/types.json.
extension NativeValue {
  /// The value an attribute of the kind keeps, or nil where it refuses this one.
  func converted(to kind: AttributeKind) -> AttributeValue? {
    switch kind {
    case .blob: asBlob
    case .data: asData
    case .string: asText.map { .text($0) }
    case .access: asText.map { .text($0) }
    case .number, .sync, .tombstone: asNumber
    case .date: asDate
    case .digest: asBytes { $0 == 20 }
    case .uuid: asUUID
    case .accessControl: asAccessControl
    }
  }

  private var asBlob: AttributeValue? {
    switch self {
    case .text(let text): .text(text)
    case .data(let data): .data([UInt8](data))
    case .number(let number): .number(number)
    case .boolean, .date, .uuid, .null, .collection, .accessControl, .authenticationContext, .fraction,
      .other:
      nil
    }
  }

  private var asData: AttributeValue? {
    switch self {
    case .text(let text): .data([UInt8](text.utf8))
    case .data(let data): .data([UInt8](data))
    case .number(let number):
      .data(unsafe withUnsafeBytes(of: Int32(truncatingIfNeeded: number).littleEndian) { unsafe [UInt8]($0) })
    case .boolean, .date, .uuid, .null, .collection, .accessControl, .authenticationContext, .fraction,
      .other:
      nil
    }
  }

  /// Text as it is, data as UTF-8, a UUID by its letters.
  var asText: String? {
    switch self {
    case .text(let text): text
    case .data(let data): String(validating: data, as: UTF8.self)
    case .uuid(let uuid): uuid.uuidString
    case .number, .boolean, .date, .null, .collection, .accessControl, .authenticationContext, .fraction,
      .other:
      nil
    }
  }

  private var asNumber: AttributeValue? {
    switch self {
    case .number(let number): .number(number)
    case .boolean(let flag): .number(flag ? 1 : 0)
    case .text(let text): Int64(text).flatMap { String($0) == text ? .number($0) : nil } ?? .text(text)
    case .data, .date, .uuid, .null, .collection, .accessControl, .authenticationContext, .fraction,
      .other:
      nil
    }
  }

  private var asDate: AttributeValue? {
    guard case .date(let date) = self, date.timeIntervalSinceReferenceDate.isFinite else { return nil }
    return .date(date.timeIntervalSinceReferenceDate)
  }

  private var asUUID: AttributeValue? {
    switch self {
    case .null: .data([])
    case .uuid(let uuid): .data(unsafe withUnsafeBytes(of: uuid.uuid) { unsafe [UInt8]($0) })
    default: asBytes { $0 == 0 || $0 == 16 }
    }
  }

  private var asAccessControl: AttributeValue? {
    guard case .accessControl(let control) = self else { return nil }
    return .data(control.encoded)
  }

  private func asBytes(_ accepts: (Int) -> Bool) -> AttributeValue? {
    guard case .data(let data) = self, accepts(data.count) else { return nil }
    return .data([UInt8](data))
  }
}
