import KeychainSchema
import Testing

@Suite("Item classes: codes, numbers, uniqueness, terms") struct ItemClassTests {
  @Test func `the classes are the published ones, in both directions`() throws {
    let rows = try TableFile("classes").rows
    #expect(rows.map { $0["code"] } == ItemClass.allCases.map(\.code.text))
    #expect(rows.map { $0["number"] } == ItemClass.allCases.map { String($0.rawValue) })
    #expect(rows.map { $0["protection"] } == ItemClass.allCases.map(\.defaultProtection.code))
  }

  @Test func `the uniqueness tuples are the published ones, in their order`() throws {
    for (row, itemClass) in zip(try TableFile("classes").rows, ItemClass.allCases) {
      #expect(itemClass.uniqueness.map(\.code.text) == row.words("uniqueness"))
    }
  }

  @Test(arguments: ItemClass.allCases)
  func `the uniqueness tuple holds exactly the attributes whose rows say so`(itemClass: ItemClass) {
    let flagged = Attribute.allCases.filter { $0.row.uniqueIn.contains(itemClass) }
    #expect(Set(itemClass.uniqueness) == Set(flagged))
    #expect(itemClass.uniqueness.count == flagged.count)
  }

  @Test func `the search terms are the published ones`() throws {
    for (row, itemClass) in zip(try TableFile("classes").rows, ItemClass.allCases) {
      let terms = itemClass.terms
      for index in terms.indices {
        #expect(terms[index].map(\.code.text) == row.words("term\(index + 1)"), "\(itemClass), term\(index + 1)")
      }
      #expect(itemClass.joinTerm.map { "term\($0 + 1)" } == row.words("join").first)
    }
    #expect(ItemClass.termCount == 5)
    #expect(ItemClass.currentTermVersion == 1)
  }

  @Test(arguments: ItemClass.allCases)
  func `a term is made of attributes of the class, in clear metadata only`(itemClass: ItemClass) {
    let terms = itemClass.terms
    for index in terms.indices {
      for attribute in terms[index] {
        #expect(attribute.belongs(to: itemClass))
        #expect(!attribute.row.traits.contains(.sealedWithSecret))
      }
    }
  }

  @Test(arguments: ["idnt", "apls", "GENP", "gen ", "ines"])
  func `a word that is no stored class is no class`(text: String) throws {
    #expect(ItemClass(code: try #require(FourCharacterCode(text))) == nil)
  }

  @Test func `numbers outside 1 to 4 are no class`() {
    for number in UInt8.min...UInt8.max {
      #expect((ItemClass(rawValue: number) != nil) == (1...4).contains(number))
    }
  }

  @Test func `a set of classes holds what it was made of`() {
    for (set, classes) in [
      (.genericPassword, [.genericPassword]), (.internetPassword, [.internetPassword]),
      (.certificate, [.certificate]), (.key, [.key]), (.passwords, [.genericPassword, .internetPassword]),
      (.all, ItemClass.allCases), ([], []),
    ] as [(ItemClassSet, [ItemClass])] {
      #expect(ItemClass.allCases.filter { set.contains($0) } == classes)
    }
  }
}
