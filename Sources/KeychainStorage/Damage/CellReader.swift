/// Takes a leaf page of a table apart into its rows; what does not make sense is left out.
/// - Source: SQLite, "Database File Format", sections 1.6 and 2.1.
struct CellReader {
  /// How a leaf page of a table begins.
  static let tableLeaf: UInt8 = 0x0D
  /// No row of ours is larger.
  private static let payloadLimit = 32 << 20

  private static let columnLimit = 17

  private let page: [UInt8]
  private let start: Int
  private let usableSize: Int

  init(_ page: [UInt8], _ start: Int, _ usableSize: Int) {
    self.page = page
    self.start = start
    self.usableSize = usableSize
  }

  /// Every row whose cell and further pages can be read.
  func records(_ pageOf: (Int) -> [UInt8]?) -> [RecordImage] {
    let count = big16(start + 3) ?? 0
    var records: [RecordImage] = []
    // Cells of a page that SQLite wrote do not overlap.
    var room = page.count
    for index in 0..<min(count, page.count / 4) {
      guard let offset = big16(start + 8 + 2 * index), let record = record(at: offset, &room, pageOf) else { continue }
      records.append(record)
    }
    return records
  }

  private func record(at offset: Int, _ room: inout Int, _ pageOf: (Int) -> [UInt8]?) -> RecordImage? {
    var cell = VariableReader(page, at: offset)
    guard let size = cell.number(), let rowID = cell.number(), size > 0, size <= Self.payloadLimit,
      let payload = payload(Int(size), at: cell.position, &room, pageOf)
    else { return nil }
    return Self.values(of: payload).map { RecordImage(rowID: rowID, values: $0) }
  }

  /// The bytes of a row: those in the cell, and those on the pages that it goes on to.
  private func payload(
    _ size: Int, at position: Int, _ room: inout Int, _ pageOf: (Int) -> [UInt8]?
  ) -> [UInt8]? {
    let local = localByteCount(size)
    guard position + local <= page.count, local <= room else { return nil }
    room -= local
    var payload = Array(page[position..<position + local])
    guard local < size else { return payload }
    payload.reserveCapacity(size)
    guard var next = big32(page, position + local) else { return nil }
    while payload.count < size {
      // Each page adds bytes, so that a ring of pages ends with the row.
      guard next != 0, let further = pageOf(next), let following = big32(further, 0) else { return nil }
      payload += further[4..<min(usableSize, 4 + size - payload.count)]
      next = following
    }
    return payload
  }

  private func localByteCount(_ size: Int) -> Int {
    guard size > usableSize - 35 else { return size }
    let least = (usableSize - 12) * 32 / 255 - 23
    let fitting = least + (size - least) % (usableSize - 4)
    return fitting <= usableSize - 35 ? fitting : least
  }

  private static func values(of payload: [UInt8]) -> [RecordImage.Value]? {
    var header = VariableReader(payload, at: 0)
    guard let headerSize = header.number(), headerSize > 0, headerSize <= payload.count else { return nil }
    var position = Int(headerSize)
    var values: [RecordImage.Value] = []
    // No table of ours has more columns.
    while header.position < Int(headerSize), values.count <= Self.columnLimit {
      guard let type = header.number(), let value = value(type, payload, &position) else { return nil }
      values.append(value)
    }
    return values
  }

  private static func value(_ type: Int64, _ payload: [UInt8], _ position: inout Int) -> RecordImage.Value? {
    func take(_ count: Int) -> ArraySlice<UInt8>? {
      guard count <= payload.count - position else { return nil }
      defer { position += count }
      return payload[position..<position + count]
    }
    switch type {
    case 0: return .null
    case 1...6:
      return take([1, 2, 3, 4, 6, 8][Int(type) - 1]).map { bytes in
        // Big-endian, with the sign of the first byte.
        let sign: Int64 = bytes.first.map { $0 >= 0x80 } ?? false ? -1 : 0
        return .integer(bytes.reduce(sign) { $0 << 8 | Int64($1) })
      }
    case 7: return take(8).map { _ in .other }
    case 8, 9: return .integer(type - 8)
    case 12... where type.isMultiple(of: 2): return take(Int(type - 12) / 2).map { .blob(Array($0)) }
    case 13...: return take(Int(type - 13) / 2).map { _ in .other }
    default: return nil
    }
  }

  private func big16(_ offset: Int) -> Int? {
    offset >= 0 && offset + 2 <= page.count ? Int(page[offset]) << 8 | Int(page[offset + 1]) : nil
  }

  private func big32(_ bytes: [UInt8], _ offset: Int) -> Int? {
    offset >= 0 && offset + 4 <= bytes.count ? bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } : nil
  }
}

/// Reads SQLite's numbers of variable length: seven bits a byte, most significant first, the ninth byte whole.
private struct VariableReader {
  private let bytes: [UInt8]
  private(set) var position: Int

  init(_ bytes: [UInt8], at position: Int) {
    self.bytes = bytes
    self.position = position
  }

  /// Nil at the end.
  mutating func number() -> Int64? {
    var value: UInt64 = 0
    for place in 0..<9 {
      guard position < bytes.count else { return nil }
      let byte = bytes[position]
      position += 1
      if place == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { break }
    }
    return Int64(bitPattern: value)
  }
}
