import KeychainSchema

extension Item {
  /// An opened row's item.
  init(_ row: OpenedRow) throws(KeychainError) {
    self.init(
      itemClass: row.itemClass, records: try ItemRecords(row), uuid: row.uuid,
      generation: row.generation)
  }

  /// The item that was just written.
  init(_ sealed: SealedItem, _ itemClass: ItemClass) {
    self.init(
      itemClass: itemClass, records: ItemRecords(sealed.attributes), uuid: sealed.columns.uuid,
      generation: sealed.columns.generation)
  }
}

extension ItemQuery {
  /// The class of a query that is about items.
  var itemClass: ItemClass {
    get throws(KeychainError) {
      guard case .items(let itemClass) = target else {
        throw .parameter("identities are found through query dictionaries")
      }
      return itemClass
    }
  }

  func withAttributes(_ attributes: AttributeSet) -> ItemQuery {
    var query = self
    query.attributes = attributes
    return query
  }
}
