import KeychainPolicy
import KeychainSchema

extension ParsedDictionary {
  /// The query, or the first error by precedence. What the rules of a call forbid is judged elsewhere.
  func query() throws(KeychainError) -> ItemQuery {
    var problem = problem
    let reference = parsedReference(&problem)
    let target = parsedTarget(reference, &problem)
    if let target { checkCodes(of: target, &problem) }
    checkSynchronizable(&problem)
    checkProtection(&problem)
    try problem.check()
    guard let target else { throw .parameter("a query names a class or a persistent reference") }
    return assembled(target, reference)
  }

  private func parsedReference(_ problem: inout QueryProblem) -> PersistentReference? {
    guard let reference else { return nil }
    do {
      return try PersistentReference(parsing: reference)
    } catch {
      problem.note(error)
      return nil
    }
  }

  /// The class that was named, or that of the reference; both must agree.
  private func parsedTarget(
    _ reference: PersistentReference?, _ problem: inout QueryProblem
  ) -> ItemQuery.Target? {
    guard let classCode else {
      if reference == nil { problem.parameter("a query names a class or a persistent reference") }
      return reference?.target
    }
    guard let target = ItemQuery.Target(classCode: classCode) else {
      problem.note(.noSuchClass)
      return nil
    }
    if let reference, reference.target != target { problem.note(.noSuchClass) }
    return target
  }

  private func checkCodes(of target: ItemQuery.Target, _ problem: inout QueryProblem) {
    let classes = target.classes
    for code in unknownCodes {
      problem.note(.noSuchAttribute(code))
    }
    if !commonClasses.contains(classes[0]) { checkAttributes(of: classes, &problem) }
    if classes[0].attributeCount + otherKeyCount > Self.keyLimit {
      problem.parameter("a query has at most \(Self.keyLimit) keys")
    }
  }

  private static let keyLimit = 128

  private func checkAttributes(of classes: [ItemClass], _ problem: inout QueryProblem) {
    for entry in attributes.entries {
      guard let attribute = AttributeTable.entry(for: entry.code) else { continue }
      if !classes.contains(where: { attribute.classes.contains($0) }) {
        problem.note(.noSuchAttribute(entry.code.text))
      }
    }
  }

  private func checkSynchronizable(_ problem: inout QueryProblem) {
    switch synchronizable {
    case nil, .number(0), .number(1), .text(QueryValue.synchronizableAny): break
    default: problem.parameter("`sync` must be a boolean or `syna`")
    }
    switch tombstone {
    case nil, .number(0), .number(1): break
    default: problem.parameter("`tomb` must be a boolean")
    }
  }

  private func checkProtection(_ problem: inout QueryProblem) {
    guard let code = accessible else { return }
    if ProtectionClass(code: code) == nil, code != QueryValue.accessibleUntilReboot {
      problem.parameter("`pdmn` is no protection class")
    }
  }

  private func assembled(_ target: ItemQuery.Target, _ reference: PersistentReference?) -> ItemQuery {
    var query = ItemQuery(target)
    query.attributes = attributes
    query.group = group
    query.reference = reference
    query.matches = matches
    query.limit = limit ?? .one
    query.results = results
    query.leavesTombstones = leavesTombstones
    query.authenticationUI = authenticationUI
    query.protection = accessible.map { code in
      ProtectionClass(code: code).map { .of($0) } ?? .untilReboot
    }
    query.synchronizable = synchronizableFilter
    if case .number(let flag) = tombstone { query.isTombstone = flag == 1 }
    return query
  }

  /// Of two keys on one thing the newer counts, so that the order of keys never does.
  var authenticationUI: AuthenticationUI {
    authenticationWord ?? (forbidsAuthenticationUI ? .fail : .allow)
  }

  var synchronizableFilter: ItemQuery.SynchronizableFilter {
    switch synchronizable {
    case .number(0): .local
    case .number: .synchronizable
    case .text: .any
    default: .unspecified
    }
  }
}

extension ItemQuery.Target {
  init?(classCode: String) {
    if classCode == QueryValue.identityClass {
      self = .identities
    } else if let code = FourCharacterCode(classCode), let itemClass = ItemClass(code: code) {
      self = .items(itemClass)
    } else {
      return nil
    }
  }

  /// The classes whose attributes a query may name; an identity has those of certificates, then those of keys.
  var classes: [ItemClass] {
    switch self {
    case .items(let itemClass): [itemClass]
    case .identities: [.certificate, .key]
    }
  }
}

extension ItemClass {
  /// How many attributes items of the class have.
  var attributeCount: Int {
    Self.attributeCounts[Int(rawValue) - 1]
  }

  private static let attributeCounts = allCases.map { itemClass in
    AttributeTable.entries.count { $0.row.classes.contains(itemClass) }
  }
}
