/// The four things a call does with items.
public enum ItemOperation: Int, CaseIterable, Sendable {
  /// Find items and return what was asked for; `SecItemCopyMatching`.
  case read
  /// Make an item; `SecItemAdd`.
  case add
  /// Change every item that is found; `SecItemUpdate`.
  case update
  /// Delete every item that is found; `SecItemDelete`.
  case delete

  /// Whether the access group is judged before the rest of the query is parsed.
  ///
  /// So a foreign group wins over a malformed query in update and delete, and loses to it in read and add.
  package var judgesGroupBeforeParsing: Bool {
    switch self {
    case .read, .add: false
    case .update, .delete: true
    }
  }
}
