import KeychainSchema
import Testing

@Suite("Attribute: what is kept by its number") struct AttributeOrdinalTests {
  @Test(arguments: Attribute.allCases)
  func `the kept code, kind and classes are those of the row`(attribute: Attribute) {
    #expect(attribute.code == attribute.rawValue)
    #expect(attribute.kind == attribute.row.kind)
    for itemClass in ItemClass.allCases {
      #expect(attribute.belongs(to: itemClass) == attribute.row.classes.contains(itemClass))
    }
  }
}
