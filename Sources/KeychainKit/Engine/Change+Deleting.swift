import KeychainStorage

/// What column `operation` of `change` holds.
enum ChangeOperation {
  /// A deleted item whose tombstone is still to be made.
  static let delete: Int64 = 1
}

extension Change {
  /// A deletion whose tombstone has to wait for the keys: the row goes along, without its secret.
  init(deleting row: borrowing ItemRow, at seconds: Int64) {
    let columns = row.columns
    self.init(
      itemClass: columns.itemClass, uuid: columns.uuid, operation: ChangeOperation.delete,
      generation: columns.generation, identity: columns.identity, time: seconds,
      row: row.rowBytes(omittingSecret: true))
  }
}
