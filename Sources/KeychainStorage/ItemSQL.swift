/// The text of every statement about items: the only place where such text is put together.
///
/// The values' numbers are fixed (`Parameter`), so whoever binds needs not know which conditions stand where.
enum ItemSQL {
  /// The number of each bound value in statements that select or count.
  enum Parameter: Int32 {
    case identity = 1
    case uuid
    case rowID
    case itemClass
    case accessGroup
    case term1
    case term2
    case term3
    case term4
    case term5
    case protection
    case synchronizable
    case tombstone
    case after
    case limit
  }

  /// The columns of `item` in the order of its definition, which is the order of results and of row bytes.
  static let columns = [
    "id", "uuid", "identity", "class", "access_group", "protection", "synchronizable", "tombstone", "generation",
    "terms", "term1", "term2", "term3", "term4", "term5", "metadata", "secret",
  ]

  // swift-format-ignore
  private static let conditions: [(shape: ItemShape, column: String, parameter: Parameter)] = [
    (.identity,       "identity",       .identity),
    (.uuid,           "uuid",           .uuid),
    (.rowID,          "id",             .rowID),
    (.term(0),        "term1",          .term1),
    (.term(1),        "term2",          .term2),
    (.term(2),        "term3",          .term3),
    (.term(3),        "term4",          .term4),
    (.term(4),        "term5",          .term5),
    (.accessGroup,    "access_group",   .accessGroup),
    (.itemClass,      "class",          .itemClass),
    (.protection,     "protection",     .protection),
    (.synchronizable, "synchronizable", .synchronizable),
    (.tombstone,      "tombstone",      .tombstone),
  ]

  static func select(_ shape: ItemShape) -> String {
    let columns = columns.dropLast() + [shape.contains(.secret) ? "secret" : "length(secret)"]
    return "SELECT \(columns.joined(separator: ", "))\nFROM item" + clauses(shape, isPaged: !shape.isUnique)
  }

  static func count(_ shape: ItemShape) -> String {
    "SELECT count(*)\nFROM item" + clauses(shape, isPaged: false)
  }

  private static func clauses(_ shape: ItemShape, isPaged: Bool) -> String {
    let driver = shape.driver
    var wheres = conditions.filter { shape.contains($0.shape) }.map { condition in
      // A unary plus keeps SQLite from looking rows up by anything but the driver, whatever it believes of the data.
      let plus = driver.condition.contains(condition.shape) ? "" : "+"
      return "\(plus)\(condition.column) = ?\(condition.parameter.rawValue)"
    }
    if isPaged {
      // Within equal keys each index has the rows in order of their numbers: a page is a range of it, never a sort.
      wheres.append("id > ?\(Parameter.after.rawValue)")
    } else if shape.contains(.after) {
      wheres.append("+id > ?\(Parameter.after.rawValue)")
    }
    let index = driver.index.map { " INDEXED BY \($0)" } ?? ""
    let filter = wheres.isEmpty ? "" : "\nWHERE " + wheres.joined(separator: " AND ")
    return index + filter + (isPaged ? "\nORDER BY id\nLIMIT ?\(Parameter.limit.rawValue)" : "")
  }
}

// MARK: - Writing

extension ItemSQL {
  static let metadataPlace = 15
  static let secretPlace = 16

  /// The bound value of an item's column is numbered by its place in the table: `?1` is the row's number.
  static func parameter(ofColumn index: Int) -> Int32 { Int32(index + 1) }

  static let insert = """
    INSERT INTO item(\(columns.dropFirst().joined(separator: ", ")))
    VALUES(\((2...columns.count).map { "?\($0)" }.joined(separator: ", ")))
    """

  /// Updates the columns in `changed`, a set of places in the table, of one row.
  static func update(_ changed: ColumnSet) -> String {
    let assignments = columns.indices.filter(changed.contains).map { "\(columns[$0]) = ?\($0 + 1)" }
    return "UPDATE item\nSET \(assignments.joined(separator: ", "))\nWHERE id = ?1"
  }

  static let delete = "DELETE FROM item WHERE id = ?1"

  /// The same, and gives the row that was there.
  static let take = delete + "\nRETURNING \(columns.joined(separator: ", "))"

  /// Rows of which a box, the metadata's or the secret's, names the given generation of its key; bytes 4 to 7 of a box.
  /// An update of attributes alone leaves the secret under the key that it has.
  static let countKeyGeneration = """
    SELECT count(*)
    FROM item
    WHERE protection = ?1 AND (substr(metadata, 5, 4) = ?2 OR substr(secret, 5, 4) = ?2)
    """

  /// The keys that a connection keeps these statements under; a shape's own bits are below bit 15.
  enum Key {
    static let count: UInt32 = 1 << 16
    static let update: UInt32 = 1 << 30
    static let insert: UInt32 = 1 << 29
    static let delete: UInt32 = 1 << 29 | 1
    static let countKeyGeneration: UInt32 = 1 << 29 | 2
    static let take: UInt32 = 1 << 29 | 3
  }
}
