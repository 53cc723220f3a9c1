import KeychainCrypto
import KeychainSchema

/// Some rows as a backup takes them.
struct BackupPage {
  enum Content {
    case item(ItemClass, SecretBytes, isDeviceBound: Bool)
    case omitted(BackupManifest.Omission)
  }

  /// Few enough that a page of small items is short, and of large ones not much memory.
  static let rowLimit = 500
  static let byteLimit = 4 << 20

  private(set) var contents: [Content] = []
  private(set) var byteCount = 0
  /// The number of its last row.
  var last: Int64

  init(last: Int64) {
    self.last = last
  }

  mutating func append(_ content: Content) {
    contents.append(content)
    if case .item(_, let message, _) = content { byteCount += message.count }
  }
}
