import KeychainSchema

/// Finds rows on the pages of a database without its tables: every leaf page is taken apart by itself.
struct PageScan {
  private let images: PageImages

  /// Rows of items, at most one of a page's cell.
  private(set) var items: [ItemRowCopy] = []
  /// What begins like a key bag; whether one is, who knows the format says.
  private(set) var keybags: [[UInt8]] = []

  /// How many pages may still be read for rows that go on elsewhere.
  ///
  /// Each page belongs to one row. In a file that somebody made every cell may go on over the same ones.
  private var furtherPageCount: Int
  /// How many bytes of what may be a key bag are still taken.
  private var keybagByteCount = 4 << 20

  private static let keybagMagic = Array("KCBG".utf8)
  /// More than any bag has.
  private static let keybagByteLimit = 16 << 10

  init(_ images: PageImages) {
    self.images = images
    furtherPageCount = 2 * images.pageCount
    images.forEachPage { page, number in scan(page, number) }
  }

  private mutating func scan(_ page: [UInt8], _ number: Int) {
    // The first page begins with the file's header.
    let start = number == 1 ? 100 : 0
    if page.count > start + 8, page[start] == CellReader.tableLeaf {
      let records = CellReader(page, start, images.usableSize).records { number in
        guard furtherPageCount > 0 else { return nil }
        furtherPageCount -= 1
        return images.page(number)
      }
      for record in records { take(record) }
    }
    // A bag whose page's own head is damaged lies there in one piece all the same, unless it goes on elsewhere.
    for offset in page.indices.dropLast(Self.keybagMagic.count)
    where page[offset] == Self.keybagMagic[0] && page[offset...].starts(with: Self.keybagMagic) {
      take(keybag: page[offset...].prefix(Self.keybagByteLimit))
    }
  }

  private mutating func take(keybag bytes: ArraySlice<UInt8>) {
    guard bytes.count <= keybagByteCount else { return }
    keybagByteCount -= bytes.count
    keybags.append(Array(bytes))
  }

  private mutating func take(_ record: RecordImage) {
    if let row = ItemRowCopy(record) { return items.append(row) }
    guard record.values.count == 2, case .blob(let bytes) = record.values[1], bytes.starts(with: Self.keybagMagic)
    else {
      return
    }
    take(keybag: bytes[...])
  }
}

/// A row as it stands in a cell.
struct RecordImage {
  enum Value {
    case null
    case integer(Int64)
    case blob([UInt8])
    /// Text, or a number with a fraction: nothing that is looked for.
    case other
  }

  let rowID: Int64
  let values: [Value]
}

extension ItemRowCopy {
  /// A row of `item`; nil where the columns are not of its kinds.
  fileprivate init?(_ record: RecordImage) {
    let values = record.values
    guard values.count == 17, case .null = values[0], let uuid = Self.identifier(values[1]),
      let identity = Self.identifier(values[2]), case .blob(let metadata) = values[15]
    else { return nil }
    var numbers: [Int64] = []
    for value in values[3..<10] {
      guard case .integer(let number) = value else { return nil }
      numbers.append(number)
    }
    var terms = InlineArray<5, Int64?>(repeating: nil)
    for index in terms.indices {
      switch values[10 + index] {
      case .null: terms[index] = nil
      case .integer(let term): terms[index] = term
      case .blob, .other: return nil
      }
    }
    var secret: [UInt8]?
    switch values[16] {
    case .null: secret = nil
    case .blob(let bytes): secret = bytes
    case .integer, .other: return nil
    }
    let columns = ItemColumns(
      id: record.rowID, uuid: uuid, identity: identity, itemClass: numbers[0], accessGroup: numbers[1],
      protection: numbers[2], synchronizable: numbers[3], tombstone: numbers[4], generation: numbers[5],
      termVersion: numbers[6], terms: terms)
    self.init(columns: columns, metadata: metadata, secret: secret)
  }

  private static func identifier(_ value: RecordImage.Value) -> Identifier? {
    guard case .blob(let bytes) = value else { return nil }
    return Identifier(bytes)
  }
}
