import KeychainSchema

/// The tables of schema/README.md, made from the tables in Swift.
enum DataDictionary: String, CaseIterable {
  case attributes, uniqueness, terms, protectionClasses, statuses

  /// The table as it stands in the README.
  var markdown: String {
    switch self {
    case .attributes: Self.attributeTable
    case .uniqueness: Self.uniquenessTable
    case .terms: Self.termTable
    case .protectionClasses: Self.protectionTable
    case .statuses: Self.statusTable
    }
  }

  /// Every attribute, a line each, in the order of the codes.
  private static var attributeTable: String {
    table(
      ["code", "constant", "kind", "classes", "unique in", "default", "", "entitlement"],
      AttributeTable.entries.map { entry in
        let row = entry.row
        let letters: [(AttributeTraits, String)] = [(.returnedByAdd, "r"), (.digested, "d"), (.sealedWithSecret, "s")]
        var filled = String(describing: row.default)
        if row.defaultIn != row.classes, row.default != .absent { filled += " (\(names(row.defaultIn)))" }
        return [
          "`\(entry.key)`", row.constants.joined(separator: ", "), String(describing: row.kind), names(row.classes),
          names(row.uniqueIn), row.default == .absent ? "" : filled,
          letters.filter { row.traits.contains($0.0) }.map(\.1).joined(),
          row.privilege.map { "`\($0.rawValue)`" } ?? "",
        ]
      })
  }

  /// The attributes behind the search terms of each class.
  private static var termTable: String {
    table(
      ["class"] + (1...ItemClass.termCount).map { "term\($0)" },
      ItemClass.allCases.map { itemClass in
        let terms = itemClass.terms
        return ["`\(itemClass.code.text)`"]
          + terms.indices.map { terms[$0].map { "`\($0.code.text)`" }.joined(separator: " + ") }
      })
  }

  /// The uniqueness tuples.
  private static var uniquenessTable: String {
    table(
      ["class", "number", "tuple"],
      ItemClass.allCases.map { itemClass in
        let tuple = itemClass.uniqueness.map { "`\($0.code.text)`" }.joined(separator: " ")
        return ["`\(itemClass.code.text)`", String(itemClass.rawValue), tuple]
      })
  }

  /// The protection classes.
  private static var protectionTable: String {
    table(
      ["code", "number", "readable", "this device only"],
      ProtectionClass.allCases.map { protection in
        let readable =
          switch protection.body {
          case .device: "always"
          case .first: "from the first unlock on"
          case .user: "while unlocked"
          }
        return [
          "`\(protection.code)`", String(protection.rawValue), readable, protection.isThisDeviceOnly ? "yes" : "",
        ]
      })
  }

  /// The status codes.
  private static var statusTable: String {
    table(
      ["status", "number", "message"],
      Status.allCases.map { ["`\($0.name)`", String($0.rawValue), $0.message] })
  }

  private static func names(_ classes: ItemClassSet) -> String {
    classes == .all ? "all" : ItemClass.allCases.filter { classes.contains($0) }.map(\.code.text).joined(separator: " ")
  }

  private static func table(_ header: [String], _ rows: [[String]]) -> String {
    let lines = [header, header.map { _ in "---" }] + rows
    return lines.map { cells in "|" + cells.map { $0.isEmpty ? " |" : " \($0) |" }.joined() }.joined(separator: "\n")
  }
}
