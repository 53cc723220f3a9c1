import KeychainPolicy
import KeychainSchema
import Testing

/// What is true of every request there is, over callers, operations, groups and mentions of every kind.
@Suite("What no request gets around") struct PolicyPropertyTests {
  static let callers: [Caller] = [[], ["a"], ["a", "b"], ["*"], ["com.apple.token"], ["com.apple.token", "a"]].flatMap {
    groups in
    (0..<16).map { bits in
      Caller(entitlements: [
        "keychain-access-groups": .strings(groups), "com.apple.private.keychain.deny": .bool(bits & 1 != 0),
        "com.apple.developer.on-demand-install-capable": .bool(bits & 2 != 0),
        "com.apple.networkextension.keychain": .bool(bits & 4 != 0),
        "com.apple.private.keychain.kcsharing.client": .bool(bits & 8 != 0),
      ])
    }
  }
  static let groups: [AskedGroup] =
    [.absent, .noText, .converted("a")] + ["a", "x", "*", "com.apple.token"].map { .text($0) }

  static let requests: [Request] = callers.flatMap { caller in
    ItemOperation.allCases.flatMap { operation in
      groups.flatMap { asked in
        (operation == .update ? groups : [.absent]).flatMap { new in
          (0..<16).map { bits in
            Request(
              operation, by: caller,
              query: Mentions(accessGroup: asked, isSynchronizable: bits & 1 != 0, hasSharingGroup: bits & 2 != 0),
              changes: Mentions(
                accessGroup: new, isSynchronizable: operation == .update && bits & 4 != 0,
                hasSharingGroup: operation == .update && bits & 8 != 0))
          }
        }
      }
    }
  }

  @Test func `every stage of every request is decided, and an allowed call keeps within the caller's groups`() {
    var counts = (allowed: 0, denied: 0)
    var violations: [String] = []
    func check(_ holds: Bool, _ what: String, _ request: Request) {
      if !holds { violations.append("\(what): \(request)") }
    }
    for request in Self.requests {
      for stage in Stage.allCases { _ = Policy.decide(request, at: stage) }
      let decision = Policy.decide(request)
      guard decision.isAllowed else {
        counts.denied += 1
        check(decision.status != .success, "a denial has a status", request)
        continue
      }
      counts.allowed += 1
      let caller = request.caller
      let writes = request.operation != .read
      check(!caller.isDenied, "a caller who is shut out", request)
      check(!(request.query.hasSharingGroup && !caller.holds(.sharingClient)), "an unprivileged sharing group", request)
      check(!(request.changes.hasSharingGroup), "a sharing group set by an update", request)
      check(request.scope.includesSharingGroups == caller.holds(.sharingClient), "shared items in scope", request)
      for group in ["a", "b", "x", "*", "com.apple.token"].map({ AccessGroup($0) })
      where request.scope.contains(group, sharingGroup: "") {
        let holds = caller.holdsEveryGroup || caller.accessGroups.contains(group)
        check(holds, "a foreign group in scope", request)
        check(!(writes && group == .token), "the token group is writable", request)
        check(request.query.accessGroup.group.map { $0 == group } ?? true, "more than was asked for", request)
      }
      if let new = request.changes.accessGroup.group {
        check(caller.holdsEveryGroup || caller.accessGroups.contains(new), "a foreign new group", request)
        check(new != .token, "a move to the token group", request)
      }
    }
    #expect(violations == [])
    #expect(counts.allowed > 500 && counts.denied > 5_000)
  }
}
