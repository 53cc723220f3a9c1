import Foundation

/// A page of a closed keychain's file, to be changed behind SQLite's back.
package struct PageEdit {
  private static let byteCount = 4_096

  private let path: String
  private let number: Int
  package let bytes: [UInt8]

  /// The first page of a table or an index; what was in the log is in the file then.
  package init(rootOf name: String, in keychain: TemporaryKeychain) throws {
    path = keychain.path
    let database = try keychain.database()
    try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    guard case .integer(let root)? = try database.value("SELECT rootpage FROM sqlite_schema WHERE name = '\(name)'")
    else { throw CocoaError(.fileReadUnknown) }
    number = Int(root)
    let file = try FileHandle(forReadingFrom: URL(filePath: path))
    defer { file.closeFile() }
    try file.seek(toOffset: UInt64((number - 1) * Self.byteCount))
    bytes = [UInt8](try file.read(upToCount: Self.byteCount) ?? Data())
  }

  /// Where the cells of a leaf begin, in their order.
  /// - Source: the format of SQLite's files, section 1.6.
  package var cells: [Int] {
    let count = Int(bytes[3]) << 8 | Int(bytes[4])
    return (0..<count).map { Int(bytes[8 + 2 * $0]) << 8 | Int(bytes[9 + 2 * $0]) }
  }

  /// How many bytes the first column of an index cell takes, an integer: SQLite stores the least that hold it.
  /// - Source: the format of SQLite's files, section 2.1.
  package func byteCountOfFirstInteger(inCell cell: Int) -> Int {
    let widths = [1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8]
    // Length of the payload, size of its head, type of the column: a byte each.
    return widths[Int(bytes[cell + 2]), default: 0]
  }

  package func write(_ changed: [UInt8], at place: Int) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    defer { file.closeFile() }
    try file.seek(toOffset: UInt64((number - 1) * Self.byteCount + place))
    try file.write(contentsOf: Data(changed))
  }
}
