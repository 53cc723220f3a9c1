import KeychainSchema
import KeychainStorage
import TestSupport
import Testing

@Suite("Row bytes: the columns in order, each with its kind") struct RowBytesTests {
  private let columns = ItemColumns(
    id: 0, uuid: Identifier(first: 0x0807_0605_0403_0201, second: 0), identity: Identifier(first: 1, second: 2),
    itemClass: 2, accessGroup: 1, protection: 6, synchronizable: 0, tombstone: 1, generation: 258, termVersion: 1,
    terms: [-1, nil, 3, nil, nil])

  // swift-format-ignore
  private let expected: [UInt8] = [
    1, 1, 0, 0, 0, 0, 0, 0, 0,                                                       // id
    2, 16, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0,                  // uuid
    2, 16, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0,                  // identity
    1, 2, 0, 0, 0, 0, 0, 0, 0,                                                       // class
    1, 1, 0, 0, 0, 0, 0, 0, 0,                                                       // access_group
    1, 6, 0, 0, 0, 0, 0, 0, 0,                                                       // protection
    1, 0, 0, 0, 0, 0, 0, 0, 0,                                                       // synchronizable
    1, 1, 0, 0, 0, 0, 0, 0, 0,                                                       // tombstone
    1, 2, 1, 0, 0, 0, 0, 0, 0,                                                       // generation
    1, 1, 0, 0, 0, 0, 0, 0, 0,                                                       // terms
    1, 255, 255, 255, 255, 255, 255, 255, 255, 0, 1, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0,   // term1 … term5
    2, 3, 0, 0, 0, 77, 69, 84,                                                       // metadata
  ]
  private let secretPart: [UInt8] = [2, 2, 0, 0, 0, 83, 69]

  private func rowBytes(omittingSecret: Bool) throws -> [UInt8]? {
    let temporary = try TemporaryDatabase()
    let id = try temporary.database.insert(columns, metadata: [77, 69, 84], secret: [83, 69])
    return try temporary.database.read { session throws(StorageError) in
      try session.withItem(id) { row throws(StorageError) in row.rowBytes(omittingSecret: omittingSecret) }
    }
  }

  @Test func `the bytes are those of the format, with the secret or with NULL in its place`() throws {
    #expect(try rowBytes(omittingSecret: false) == expected + secretPart)
    #expect(try rowBytes(omittingSecret: true) == expected + [0])
  }

  @Test func `a row comes back from its bytes`() throws {
    let copy = try #require(ItemRowCopy(parsing: expected + secretPart))
    var withNumber = columns
    withNumber.id = 1
    expectEqual(copy.columns, withNumber)
    #expect(copy.metadata == [77, 69, 84])
    #expect(copy.secret == [83, 69])
    #expect(try #require(ItemRowCopy(parsing: expected + [0])).secret == nil)
  }

  @Test func `bytes that are cut, longer, or of another kind are no row`() {
    let whole = expected + secretPart
    for count in 0..<whole.count { #expect(ItemRowCopy(parsing: Array(whole[..<count])) == nil, "\(count)") }
    #expect(ItemRowCopy(parsing: whole + [0]) == nil)
    for (index, byte) in whole.enumerated() where [0, 9, 30, 51].contains(index) {
      var changed = whole
      changed[index] = byte ^ 3
      #expect(ItemRowCopy(parsing: changed) == nil, "\(index)")
    }
    var tooLong = whole
    tooLong.replaceSubrange(10..<14, with: [255, 255, 255, 255])
    #expect(ItemRowCopy(parsing: tooLong) == nil)
  }
}
