import KeychainKit
import KeychainSchema

/// Which lines the block of a class has, in their order.
enum BlockLayout {
  static func rows(of itemClass: ItemClass) -> [BlockRow] {
    switch itemClass {
    case .genericPassword: genericPassword
    case .internetPassword: internetPassword
    case .certificate: certificate
    case .key: key
    }
  }

  /// The class as a block names it: keys by whether they are public (0), private (1) or symmetric (2).
  static func className(of item: Item) -> String {
    switch item.itemClass {
    case .genericPassword: "\"genp\""
    case .internetPassword: "\"inet\""
    case .certificate: "0x80001000 "
    case .key:
      switch item[.keyClass] {
      case .number(0), .text("0"): "0x0000000F "
      case .number(2), .text("2"): "0x00000011 "
      default: "0x00000010 "
      }
    }
  }

  private static let label = BlockRow(tag: "0x00000007 ", type: .blob, attribute: .label)
  private static let alias = BlockRow(tag: "0x00000008 ", type: .blob, attribute: .alias)

  private static func row(
    _ type: BlockRow.Form, _ attribute: Attribute, named name: String? = nil, isNullWhenEmpty: Bool = false
  ) -> BlockRow {
    BlockRow(
      tag: "\"\(name ?? attribute.code.text)\"", type: type, attribute: attribute, isNullWhenEmpty: isNullWhenEmpty)
  }

  private static let genericPassword: [BlockRow] = [
    label, alias, row(.blob, .account), row(.date, .creationDate), row(.unsigned, .creator),
    row(.signed, .hasCustomIcon), row(.blob, .itemDescription), row(.blob, .generic), row(.blob, .comment),
    row(.signed, .isInvisible), row(.date, .modificationDate), row(.signed, .isNegative), row(.blob, .protectionData),
    row(.signed, .scriptCode), row(.blob, .service), row(.unsigned, .type),
  ]

  private static let internetPassword: [BlockRow] = [
    label, alias, row(.blob, .account), row(.blob, .authenticationType, isNullWhenEmpty: true),
    row(.date, .creationDate), row(.unsigned, .creator), row(.signed, .hasCustomIcon), row(.blob, .itemDescription),
    row(.blob, .comment), row(.signed, .isInvisible), row(.date, .modificationDate), row(.signed, .isNegative),
    row(.blob, .path, isNullWhenEmpty: true), row(.unsigned, .port), row(.blob, .protectionData),
    row(.unsigned, .protocol), row(.signed, .scriptCode), row(.blob, .securityDomain, isNullWhenEmpty: true),
    row(.blob, .server), row(.unsigned, .type),
  ]

  private static let certificate: [BlockRow] = [
    row(.blob, .alias), row(.unsigned, .certificateEncoding), row(.unsigned, .certificateType),
    row(.blob, .publicKeyHash, named: "hpky"), row(.blob, .issuer, named: "issu"), row(.blob, .label),
    row(.blob, .subjectKeyID), row(.blob, .serialNumber, named: "snbr"), row(.blob, .subject),
  ]

  /// Keys have numbers for names: the place in this list.
  private static let key: [BlockRow] = [
    (BlockRow.Form.unsigned, Attribute.keyClass), (.blob, .label), (.blob, .alias), (.unsigned, .isPermanent),
    (.unsigned, .isPrivate), (.unsigned, .isModifiable), (.blob, .applicationLabel), (.blob, .applicationTag),
    (.blob, .creator), (.unsigned, .type), (.unsigned, .keySizeInBits), (.unsigned, .effectiveKeySize),
    (.blob, .startDate), (.blob, .endDate), (.unsigned, .isSensitive), (.unsigned, .wasAlwaysSensitive),
    (.unsigned, .isExtractable), (.unsigned, .wasNeverExtractable), (.unsigned, .canEncrypt), (.unsigned, .canDecrypt),
    (.unsigned, .canDerive), (.unsigned, .canSign), (.unsigned, .canVerify), (.unsigned, .canSignRecover),
    (.unsigned, .canVerifyRecover), (.unsigned, .canWrap), (.unsigned, .canUnwrap),
  ].enumerated().map { place, row in
    let digits = String(place, radix: 16, uppercase: true)
    let zeros = String(repeating: "0", count: 8 - digits.count)
    return BlockRow(tag: "0x\(zeros)\(digits) ", type: row.0, attribute: row.1)
  }
}
