import KeychainCrypto
import KeychainSchema
import TestSupport
import Testing

@testable import KeychainKit

@Suite("update: records that are changed as bytes") struct RecordPatchTests {
  /// What an update may change with the secret and still be a patch.
  private static let changeable: [Attribute] = [
    .label, .comment, .generic, .creator, .type, .isInvisible, .isNegative, .itemDescription, .creationDate,
    .modificationDate,
  ]

  private static func value(of attribute: Attribute, _ random: inout SeededRandom) -> AttributeValue {
    switch attribute.kind {
    case .date: .date(Double.random(in: 0...1_000, using: &random))
    case .number: .number(Int64.random(in: 0...9, using: &random))
    case .data: .data((0..<Int.random(in: 0...70, using: &random)).map { UInt8($0) })
    default:
      Bool.random(using: &random)
        ? .null : .text(String(repeating: "é", count: Int.random(in: 0...40, using: &random)))
    }
  }

  private static func attributes(_ random: inout SeededRandom) -> AttributeSet {
    var attributes = AttributeSet()
    for attribute in changeable where Bool.random(using: &random) {
      attributes[attribute] = value(of: attribute, &random)
    }
    return attributes
  }

  private static func content(_ random: inout SeededRandom) -> ItemContent {
    let values = DefaultValues(
      group: "team.a", protection: .whenUnlocked, accessControl: nil, isSynchronizable: false,
      seconds: Double.random(in: 0...10, using: &random))
    var attributes = values.filling(attributes(&random), of: .genericPassword)
    // What a newer version wrote, before and behind everything that this one knows.
    if Bool.random(using: &random) { attributes["#aaa"] = .number(1) }
    if Bool.random(using: &random) { attributes["zzzz"] = .data([1, 2]) }
    return ItemContent(itemClass: .genericPassword, attributes: attributes)
  }

  private static func written(_ content: ItemContent, clock: Int64, secretGeneration: UInt64?) -> [UInt8] {
    let records = DigestedRecords(
      itemClass: content.itemClass, attributes: content.attributes, clock: clock, secretGeneration: secretGeneration)
    var bytes = [UInt8](repeating: 0xEE, count: RecordCoding.paddedMetadataByteCount(records.byteCount))
    _ = unsafe bytes.withUnsafeMutableBytes { unsafe records.write(to: $0) }
    return bytes
  }

  private static func withoutPadding(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes[..<(bytes.lastIndex(of: 0x80) ?? 0)]
  }

  @Test(arguments: 0..<300)
  func `a patch writes the bytes that the changed item has`(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let old = Self.content(&random)
    let before = Self.written(old, clock: 7, secretGeneration: Bool.random(using: &random) ? 1 : nil)
    var change = ItemChange()
    change.attributes = Self.attributes(&random)
    change.attributes[.modificationDate] = nil
    change.secret.value = .bytes(SecretBytes([1]))

    let seconds = Double.random(in: 0...10, using: &random)
    let expected = Self.written(change.applied(to: old, at: seconds), clock: 9, secretGeneration: 2)
    var patched: [UInt8] = []
    let additions = DigestedWriter.Additions(clock: 9, secretGeneration: 2)
    try unsafe Self.withoutPadding(before).withUnsafeBytes { records in
      try unsafe RecordPatch(change).lend(records, of: .genericPassword, additions, at: seconds) { padded in
        patched = unsafe padded.withUnsafeBytes { unsafe Array($0) }
      }
    }
    #expect(patched == expected)
  }

  @Test(arguments: [ItemClass.genericPassword, .key])
  func `a term of two attributes has two of the identity, so that a patch has all that the others are made of`(
    itemClass: ItemClass
  ) {
    for term in itemClass.terms where term.count > 1 {
      #expect(term.allSatisfy { itemClass.uniqueness.contains($0) })
    }
  }

  @Test func `the codes that every record is compared with are those of the table`() {
    typealias Judged = ColumnConsistency.Code
    let codes: [(UInt32, FourCharacterCode)] = [
      (Judged.accessGroup, Attribute.accessGroup.code), (Judged.accessible, Attribute.accessible.code),
      (Judged.synchronizable, Attribute.synchronizable.code), (Judged.tombstone, Attribute.tombstone.code),
      (Judged.sharingGroup, Attribute.sharingGroup.code), (Judged.multiUser, Attribute.multiUser.code),
      (Judged.accessControl, Attribute.accessControl.code), (Judged.secretGeneration, InternalCode.secretGeneration),
      (DigestedWriter.Code.clock, InternalCode.hybridLogicalClock),
      (DigestedWriter.Code.secretGeneration, InternalCode.secretGeneration),
      (DigestedWriter.Code.digest, Attribute.digest.code),
    ]
    for (literal, code) in codes { #expect(FourCharacterCode(value: literal) == code) }
  }
}
