import KeychainPolicy
import KeychainSchema
import Testing

@Suite("Authentication: what must be met") struct AuthenticationRequirementTests {
  /// A line for each set of constraints that can be made, with `or` and without: of each group of letters one must be
  /// met, `p` by the passcode, `b` by biometry, `c` by a companion. User presence goes with neither word.
  // swift-format-ignore
  static let table: [(constraints: AccessControlFlags, all: [String], or: [String])] = [
    ([],                                                 [],              []),
    ([.userPresence],                                    ["pb"],          []),
    ([.devicePasscode],                                  ["p"],           ["p"]),
    ([.biometryAny],                                     ["b"],           ["b"]),
    ([.biometryCurrentSet],                              ["b"],           ["b"]),
    ([.companion],                                       ["c"],           ["c"]),
    ([.devicePasscode, .biometryAny],                    ["p", "b"],      ["pb"]),
    ([.devicePasscode, .biometryCurrentSet],             ["p", "b"],      ["pb"]),
    ([.devicePasscode, .companion],                      ["p", "c"],      ["pc"]),
    ([.biometryAny, .companion],                         ["b", "c"],      ["bc"]),
    ([.biometryCurrentSet, .companion],                  ["b", "c"],      ["bc"]),
    ([.devicePasscode, .biometryAny, .companion],        ["p", "b", "c"], ["pbc"]),
    ([.devicePasscode, .biometryCurrentSet, .companion], ["p", "b", "c"], ["pbc"]),
  ]

  static func methods(_ letters: some StringProtocol) -> AuthenticationMethods {
    letters.reduce(into: AuthenticationMethods()) { methods, letter in
      switch letter {
      case "p": methods.insert(.passcode)
      case "b": methods.insert(.biometry)
      case "c": methods.insert(.companion)
      default: Issue.record("`\(letter)` is no method")
      }
    }
  }

  /// Every set of the three methods.
  static let everySet = (0..<8).map { AuthenticationMethods(rawValue: $0) }

  /// The flags that say how constraints go together, and those that change nothing about it.
  static let combinations: [AccessControlFlags] = [[], .and, .or]

  /// What may stand beside any constraints.
  static let company: [AccessControlFlags] = [
    [], .privateKeyUsage, .applicationPassword, [.privateKeyUsage, .applicationPassword],
  ]

  /// Calls `body` with every access control that can be made and the groups that the table has for it.
  private func withEvery(
    _ body: (AccessControl, _ groups: [AuthenticationMethods], _ needsPassword: Bool) -> Void
  ) throws {
    var count = 0
    for row in Self.table {
      for combination in Self.combinations {
        for beside in Self.company {
          let flags = row.constraints.union(combination).union(beside)
          let words = combination == .or ? row.or : row.all
          if row.constraints == .userPresence, combination != [] {
            #expect(throws: AccessControlError.userPresenceWithOthers) {
              try AccessControl(protection: .whenUnlocked, flags: flags)
            }
            continue
          }
          let control = try AccessControl(protection: .whenUnlocked, flags: flags)
          body(control, words.map(Self.methods), beside.contains(.applicationPassword))
          count += 1
        }
      }
    }
    // 12 rows in three combinations and one in a single one, each with four kinds of company.
    #expect(count == (12 * 3 + 1) * 4)
  }

  @Test func `every set of flags asks for what the table says, and a password beside it`() throws {
    try withEvery { control, groups, needsPassword in
      let required = control.authentication
      #expect(Set(required.clauses) == Set(groups), "\(control.flags)")
      #expect(required.clauses.count == groups.count, "\(control.flags)")
      #expect(required.needsApplicationPassword == needsPassword, "\(control.flags)")
      #expect(required.isNothing == (groups.isEmpty && !needsPassword), "\(control.flags)")
      #expect(required.isNothing == !control.isConstrained, "\(control.flags)")
    }
  }

  @Test func `whatever was met, what is missing is each group without a method of it`() throws {
    try withEvery { control, groups, needsPassword in
      for met in Self.everySet {
        for isPasswordRight in [false, true] {
          let missing = control.authentication.missing(met: met, isPasswordRight: isPasswordRight)
          #expect(missing.clauses == control.authentication.clauses.filter { $0.intersection(met) == [] })
          #expect(missing.needsApplicationPassword == (needsPassword && !isPasswordRight))
          let isMet = groups.allSatisfy { $0.intersection(met) != [] } && (isPasswordRight || !needsPassword)
          #expect(missing.isNothing == isMet, "\(control.flags) with \(met)")
        }
      }
    }
  }

  @Test func `it can be met where each group has a method that is offered`() throws {
    try withEvery { control, groups, _ in
      for offered in Self.everySet {
        let canBeMet = groups.allSatisfy { $0.intersection(offered) != [] }
        #expect(control.authentication.canBeMet(offering: offered) == canBeMet, "\(control.flags) by \(offered)")
      }
      let unattended: AccessRequirement =
        !control.isConstrained ? .nothing : groups.allSatisfy { $0.contains(.passcode) } ? .interaction : .hardware
      #expect(control.requirement == unattended, "\(control.flags)")
    }
  }
}
