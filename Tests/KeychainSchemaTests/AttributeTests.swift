import KeychainSchema
import Testing

@Suite("Attributes: the table against its published facts") struct AttributeTests {
  /// What one class's row of the published table says of an attribute.
  struct Fact: Equatable {
    let kind: String
    let isUnique: Bool
    let isSealedWithSecret: Bool
    let isReturnedByAdd: Bool
    let isDigested: Bool
    let isNeverNull: Bool
    let `default`: String
    let constants: Set<String>
  }

  /// An attribute of a class.
  struct Key: Hashable {
    let itemClass: ItemClass
    let code: String
  }

  static func published() throws -> [Key: Fact] {
    var facts: [Key: Fact] = [:]
    for row in try TableFile("attributes").rows {
      let fact = Fact(
        kind: row["kind"], isUnique: try row.flag("unique"), isSealedWithSecret: row["sealed in"] == "secret",
        isReturnedByAdd: try row.flag("add returns"), isDigested: try row.flag("digested"),
        isNeverNull: try row.flag("never null"), default: row["default"], constants: Set(row.words("constants")))
      for word in row.words("classes") {
        let code = try #require(FourCharacterCode(word))
        let key = Key(itemClass: try #require(ItemClass(code: code)), code: row["code"])
        #expect(facts.updateValue(fact, forKey: key) == nil, "\(row["code"]) of \(word) stands twice in the table")
      }
    }
    return facts
  }

  @Test func `every published attribute of every class is an attribute with the same facts`() throws {
    for (key, fact) in try Self.published() {
      let attribute = try #require(FourCharacterCode(key.code).flatMap(Attribute.init(code:)), "no \(key.code)")
      #expect(attribute.belongs(to: key.itemClass), "\(key)")
      let own = Fact(attribute, in: key.itemClass)
      // A code such as `crtr` has other constants in other classes; the row of the schema has all of them.
      #expect(own.with(constants: fact.constants) == fact, "\(key)")
      #expect(own.constants.isSuperset(of: fact.constants), "\(key)")
    }
  }

  @Test func `every attribute of every class is a published one`() throws {
    let published = try Self.published()
    for attribute in Attribute.allCases {
      let rows = published.filter { $0.key.code == attribute.code.text }
      #expect(!rows.isEmpty, "\(attribute) is in no class")
      for itemClass in ItemClass.allCases {
        let isPublished = rows.keys.contains { $0.itemClass == itemClass }
        #expect(attribute.belongs(to: itemClass) == isPublished, "\(attribute) of \(itemClass)")
      }
      let constants = rows.values.reduce(into: Set()) { $0.formUnion($1.constants) }
      #expect(Set(attribute.row.constants) == constants)
    }
  }

  @Test func `the constants of an attribute stand for its code, and no constant for two`() {
    var seen: Set<String> = []
    for attribute in Attribute.allCases {
      for name in attribute.row.constants {
        #expect(Constant.value(named: name) == attribute.code.text)
        #expect(seen.insert(name).inserted, "\(name) is of two attributes")
      }
    }
  }

  @Test(arguments: Attribute.allCases)
  func `uniqueness and defaults stay within the attribute's classes`(attribute: Attribute) {
    let row = attribute.row
    #expect(row.uniqueIn.isSubset(of: row.classes))
    #expect(row.defaultIn.isSubset(of: row.classes))
    #expect((row.default == .absent) == row.defaultIn.isEmpty)
    #expect(!row.traits.contains(.sealedWithSecret) || row.uniqueIn.isEmpty, "a secret cannot be looked up")
  }

  /// Without the entitlement, an add or update that names the attribute is refused.
  @Test func `the attributes that need an entitlement are these and no others`() {
    let privileged = Attribute.allCases.filter { $0.row.privilege != nil }
    #expect(
      Dictionary(uniqueKeysWithValues: privileged.map { ($0.code.text, $0.row.privilege?.rawValue) }) == [
        "sysb": "com.apple.private.keychain.sysbound",
        "pcss": "com.apple.private.ckks.plaintextfields",
        "pcsk": "com.apple.private.ckks.plaintextfields",
        "pcsi": "com.apple.private.ckks.plaintextfields",
        "ggrp": "com.apple.private.keychain.kcsharing.client",
        "binn": "com.apple.private.keychain.inet_expansion_fields",
        "bini": "com.apple.private.keychain.inet_expansion_fields",
        "bin0": "com.apple.private.keychain.inet_expansion_fields",
        "bin1": "com.apple.private.keychain.inet_expansion_fields",
        "bin2": "com.apple.private.keychain.inet_expansion_fields",
        "bin3": "com.apple.private.keychain.inet_expansion_fields",
      ])
  }
}

extension AttributeTests.Fact {
  /// What the schema says.
  fileprivate init(_ attribute: Attribute, in itemClass: ItemClass) {
    let row = attribute.row
    self.init(
      kind: String(describing: row.kind), isUnique: row.uniqueIn.contains(itemClass),
      isSealedWithSecret: row.traits.contains(.sealedWithSecret),
      isReturnedByAdd: row.traits.contains(.returnedByAdd), isDigested: row.traits.contains(.digested),
      isNeverNull: row.isNeverNull(in: itemClass),
      default: String(describing: row.defaultIn.contains(itemClass) ? row.default : .absent),
      constants: Set(row.constants))
  }

  fileprivate func with(constants: Set<String>) -> Self {
    Self(
      kind: kind, isUnique: isUnique, isSealedWithSecret: isSealedWithSecret, isReturnedByAdd: isReturnedByAdd,
      isDigested: isDigested, isNeverNull: isNeverNull, default: `default`, constants: constants)
  }
}
