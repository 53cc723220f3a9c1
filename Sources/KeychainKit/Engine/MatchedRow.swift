import KeychainSchema
import KeychainStorage

/// A row that an update or delete is about.
struct MatchedRow {
  let id: Int64
  let itemClass: ItemClass
  let group: GroupName
  /// Whether its secret is sealed under a password of the application's.
  var isUnderPassword = false
  /// What a patch needs of it, where the update is one.
  var patched: PatchedRow?
}

extension MatchedRow {
  init(_ row: OpenedRow) {
    self.init(
      id: row.id, itemClass: row.itemClass, group: row.group.name,
      isUnderPassword: row.accessControl?.needsApplicationPassword ?? false)
  }
}
