import KeychainPolicy
import KeychainSchema

/// One line of a decision table, read:
///
/// ```
/// caller: mail  holds: team.a, team.b  with: sharingClient  |  update team.a; sets team.b  |  allow by
/// permitGroupHolder
/// ```
struct DecisionLine {
  let request: Request
  /// The only stage to ask at; nil for the whole call.
  let stage: Stage?
  /// `allow by …` or `deny … by …`.
  let outcome: String
  /// `sees …` or `into …`, where the line says so.
  let effect: String?

  struct Unreadable: Error {
    let text: String
  }

  init(_ line: String) throws(Unreadable) {
    let columns = line.split(separator: "|").map { $0.trimmed }
    guard columns.count == 3 || columns.count == 4 else { throw Unreadable(text: line) }
    let caller = try Self.caller(columns[0])
    (request, stage) = try Self.request(columns[1], by: caller)
    outcome = columns[2]
    effect = columns.count == 4 ? columns[3] : nil
  }

  /// What the line says is decided, in the words of the table.
  static func outcome(of decision: Decision) -> String {
    decision.isAllowed ? "allow by \(decision.rule)" : "deny \(decision.status) by \(decision.rule)"
  }

  /// What an allowed call touches, in the words of the table.
  static func effect(of request: Request) -> String {
    if request.operation == .add { return "into \(request.addedGroup?.name ?? "no group")" }
    return "sees \(request.scope.groups)\(request.scope.includesSharingGroups ? " and shared items" : "")"
  }
}

// MARK: The caller

extension DecisionLine {
  /// `caller: NAME  holds: GROUPS  with: ENTITLEMENTS`; the name is for the reader.
  private static func caller(_ text: String) throws(Unreadable) -> Caller {
    guard let holds = text.firstRange(of: "holds:") else { throw Unreadable(text: text) }
    let with = text.firstRange(of: "with:")
    let groups = text[holds.upperBound..<(with?.lowerBound ?? text.endIndex)]
    var values: [String: EntitlementValue] = ["keychain-access-groups": .strings(groups.words(","))]
    for word in with.map({ text[$0.upperBound...].words(",") }) ?? [] {
      let parts = word.words(" ")
      switch parts[0] {
      case "deny": values["com.apple.private.keychain.deny"] = true
      case "appClip": values["com.apple.developer.on-demand-install-capable"] = true
      case "networkExtension": values["com.apple.networkextension.keychain"] = true
      case "id": values["application-identifier"] = .string(parts[1])
      case "appGroup": values["com.apple.security.application-groups"] = [parts[1]]
      default: values[try privilege(parts[0]).rawValue] = true
      }
    }
    return Caller(entitlements: Entitlements(values))
  }

  private static func privilege(_ word: String) throws(Unreadable) -> Privilege {
    guard let privilege = Privilege.allCases.first(where: { "\($0)" == word }) else { throw Unreadable(text: word) }
    return privilege
  }
}

// MARK: The call

extension DecisionLine {
  /// `OPERATION GROUP, MENTIONS; sets GROUP, MENTIONS; writes CLASS, MENTIONS; at STAGE`.
  private static func request(_ text: String, by caller: Caller) throws(Unreadable) -> (Request, Stage?) {
    var stage: Stage?
    let clauses = text.words(";")
    guard let operation = ItemOperation.allCases.first(where: { clauses[0].isClause("\($0)") }) else {
      throw Unreadable(text: text)
    }
    var request = Request(operation, by: caller, query: try mentions(clauses[0].dropping("\(operation)")))
    for clause in clauses.dropFirst() {
      if clause.isClause("sets") {
        request.changes = try mentions(clause.dropping("sets"))
      } else if clause.isClause("writes") {
        request.item = try item(clause.dropping("writes"))
      } else if clause.isClause("at") {
        stage = Stage.allCases.first { "\($0)" == clause.dropping("at") }
        guard stage != nil else { throw Unreadable(text: clause) }
      } else {
        throw Unreadable(text: clause)
      }
    }
    return (request, stage)
  }

  private static func mentions(_ text: String) throws(Unreadable) -> Mentions {
    var mentions = Mentions()
    for word in text.words(",") {
      switch word {
      case "sync": mentions.isSynchronizable = true
      case "shared": mentions.hasSharingGroup = true
      case "number": mentions.accessGroup = .noText
      case _ where word.isClause("needs"):
        mentions.privileges.formUnion(Privileges(try privilege(word.dropping("needs"))))
      case _ where word.isClause("data"): mentions.accessGroup = .converted(AccessGroup(word.dropping("data")))
      case _ where word.contains(" "): throw Unreadable(text: word)
      default: mentions.accessGroup = .text(AccessGroup(word))
      }
    }
    return mentions
  }

  private static func item(_ text: String) throws(Unreadable) -> WrittenItem {
    let words = text.words(",")
    guard let protection = ProtectionClass(code: words[0]) else { throw Unreadable(text: text) }
    return WrittenItem(
      protection: protection, isSynchronizable: words.contains("sync"), hasSharingGroup: words.contains("shared")
    )
  }
}
