import KeychainPolicy
import KeychainSchema
import Testing

@Suite("Callers from entitlements") struct EntitlementTests {
  @Test(arguments: try DecisionTable.lines(of: "entitlements.txt"))
  func `the groups come in the order of the entitlements`(line: DecisionTable.Line) throws {
    let columns = line.text.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmed }
    try #require(columns.count == 3)
    let caller = Caller(entitlements: try entitlements(columns[0]))
    #expect(caller.accessGroups.map(\.name) == columns[1].words(","))
    #expect(caller.defaultGroup?.name == (columns[2].isEmpty ? nil : columns[2]))
  }

  @Test func `the table is there`() throws {
    #expect(try DecisionTable.lines(of: "entitlements.txt").count > 25)
  }

  private func entitlements(_ text: String) throws -> Entitlements {
    var values: [String: EntitlementValue] = [:]
    for pair in text.words(";") {
      let parts = pair.split(separator: "=").map { $0.trimmed }
      try #require(parts.count == 2)
      values[parts[0]] = value(parts[1])
    }
    return Entitlements(values)
  }

  private func value(_ text: String) -> EntitlementValue {
    switch text {
    case "true": true
    case "false": false
    case "other": .other
    case _ where text.hasPrefix("["):
      .strings(text.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmed })
    default: .string(text)
    }
  }
}

@Suite("Callers") struct CallerTests {
  @Test func `whoever has no entitlements holds the one shared group`() {
    #expect(Caller.default.accessGroups == ["default"])
    #expect(!Caller.default.holdsEveryGroup)
  }

  @Test func `the command line adds to the shared group and reaches every other`() {
    #expect(Caller.everyGroup.accessGroups == ["default", "*"])
    #expect(Caller.everyGroup.defaultGroup == "default")
    #expect(Caller.everyGroup.holdsEveryGroup)
  }

  @Test(arguments: Privilege.allCases)
  func `a privilege is its entitlement, and no other`(privilege: Privilege) {
    let caller = Caller(entitlements: Entitlements([privilege.rawValue: true]))
    for other in Privilege.allCases { #expect(caller.holds(other) == (other == privilege)) }
  }

  @Test(arguments: [.bool(false), .string("true"), .strings(["true"]), .other] as [EntitlementValue])
  func `only true is true`(value: EntitlementValue) {
    let keys = [
      "com.apple.private.keychain.deny", "com.apple.developer.on-demand-install-capable",
      "com.apple.networkextension.keychain",
    ]
    let all = keys + Privilege.allCases.map(\.rawValue)
    let caller = Caller(entitlements: Entitlements(Dictionary(uniqueKeysWithValues: all.map { ($0, value) })))
    #expect(caller == Caller(accessGroups: []))
  }

  @Test func `a network extension is one by either entitlement`() {
    let kinds: [(EntitlementValue, Bool)] = [
      (["packet-tunnel-provider"], true), ([], false), (true, false), ("packet-tunnel-provider", false),
      (.other, false),
    ]
    for (value, expected) in kinds {
      let caller = Caller(entitlements: ["com.apple.developer.networking.networkextension": value])
      #expect(caller.isNetworkExtension == expected, "\(value)")
    }
    #expect(Caller(entitlements: ["com.apple.networkextension.keychain": true]).isNetworkExtension)
  }

  @Test func `names are compared byte for byte`() {
    let composed = AccessGroup("team.\u{E9}")
    let decomposed = AccessGroup("team.e\u{301}")
    #expect(composed.name == decomposed.name)
    #expect(composed != decomposed)
    #expect(composed == AccessGroup("team.\u{E9}"))
    #expect(Set([composed, decomposed, "x", "x"]).count == 3)
    // As many bytes, equal text, another order of accents.
    let reordered = (AccessGroup("a\u{323}\u{307}"), AccessGroup("a\u{307}\u{323}"))
    #expect(reordered.0.name == reordered.1.name)
    #expect(reordered.0 != reordered.1)
    #expect(Caller(accessGroups: [composed.name]) != Caller(accessGroups: [decomposed.name]))
  }
}
