import KeychainPolicy
import KeychainSchema
import Testing

@Suite("Decisions") struct DecisionTests {
  @Test(arguments: try DecisionTable.decisions())
  func `a line of the tables is decided as it says`(line: DecisionTable.Line) throws {
    let expected = try DecisionLine(line.text)
    let decision =
      if let stage = expected.stage {
        Policy.decide(expected.request, at: stage)
      } else {
        Policy.decide(expected.request)
      }
    #expect(DecisionLine.outcome(of: decision) == expected.outcome)
    if let effect = expected.effect {
      // As bytes: names that Unicode calls equal are two groups.
      #expect(Array(DecisionLine.effect(of: expected.request).utf8) == Array(effect.utf8))
    }
  }

  @Test func `no table is empty, and together they are long`() throws {
    for file in DecisionTable.decisionFiles { #expect(try DecisionTable.lines(of: file).count > 10, "\(file)") }
    #expect(try DecisionTable.decisions().count > 250)
  }

  @Test func `every rule decides a line`() throws {
    let cited = Set(
      try DecisionTable.decisions().compactMap { $0.text.split(separator: " by ").last?.words("|").first })
    #expect(cited == Set(Rule.all.map(\.name)))
    #expect(cited.count == Rule.all.count)
  }

  @Test func `every allowed call of the tables says what it touches`() throws {
    for line in try DecisionTable.decisions() {
      let read = try DecisionLine(line.text)
      #expect((read.effect != nil) == (read.outcome.hasPrefix("allow") && read.stage == nil), "\(line.place)")
    }
  }

  @Test func `asking stage by stage comes to the same decision`() throws {
    for line in try DecisionTable.decisions() {
      let request = try DecisionLine(line.text).request
      let whole = Policy.decide(request)
      let denials = Stage.allCases.map { Policy.decide(request, at: $0) }.filter { !$0.isAllowed }
      #expect(denials.first?.rule.name == (whole.isAllowed ? nil : whole.rule.name), "\(line.place)")
      let parts = [
        Policy.decide(request, in: .entitlements ... .anyGroup), Policy.decide(request, in: .askedGroup ... .item),
      ]
      let first = parts.first { !$0.isAllowed } ?? parts[1]
      #expect(first.rule.name == whole.rule.name, "\(line.place)")
    }
  }

  @Test func `update and delete judge the group before they parse, read and add behind it`() {
    #expect(ItemOperation.allCases.filter(\.judgesGroupBeforeParsing) == [.update, .delete])
  }
}

@Suite("Decisions in words") struct DecisionReasonTests {
  private let team = Caller(accessGroups: ["TEAM.mail", "TEAM.shared"])

  @Test func `a denial names the groups held and the group asked for`() {
    let decision = team.explain(.read, group: "TEAM.billing")
    #expect("\(decision)" == "denied: the caller holds TEAM.mail, TEAM.shared, not TEAM.billing")
    #expect(decision.status == .missingEntitlement)
    #expect(decision.rule.effect == .forbid(.missingEntitlement))
  }

  @Test func `a permission says why`() {
    #expect("\(team.explain(.read, group: "TEAM.mail"))" == "allowed: the caller holds TEAM.mail")
    #expect("\(Caller.everyGroup.explain(.read, group: "x"))" == "allowed: the caller holds every group, and so x")
    #expect(team.explain(.read, group: "TEAM.mail").status == .success)
  }

  @Test func `a missing entitlement is named`() {
    let request = Request(.add, by: team, query: Mentions(privileges: [.systemBound, .plaintextFields]))
    let reason = Policy.decide(request).reason
    #expect(reason.contains("com.apple.private.keychain.sysbound"))
    #expect(reason.contains("com.apple.private.ckks.plaintextfields"))
    #expect(!reason.contains("kcsharing"))
  }

  @Test func `a caller without groups is told so`() {
    #expect("\(Caller(accessGroups: []).explain(.read, group: "x"))" == "denied: the caller holds no access group")
    let card = Caller(accessGroups: ["com.apple.token"])
    #expect("\(card.explain(.add, group: "x"))" == "denied: the caller holds com.apple.token only")
  }

  @Test func `every reason is one lower-case phrase`() throws {
    for line in try DecisionTable.decisions() {
      let reason = Policy.decide(try DecisionLine(line.text).request).reason
      #expect(reason.first?.isLowercase == true && reason.last != "." && !reason.contains("\n"), "\(line.place)")
    }
  }
}
