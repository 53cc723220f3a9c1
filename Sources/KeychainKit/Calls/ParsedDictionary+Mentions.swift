import KeychainPolicy
import KeychainSchema

extension ParsedDictionary {
  /// What policy looks at.
  var mentions: Mentions {
    Mentions(
      accessGroup: group,
      isSynchronizable: synchronizableFilter == .synchronizable,
      hasSharingGroup: attributes.contains(.sharingGroup),
      privileges: privileges)
  }
}

extension ItemQuery {
  /// What policy looks at.
  var mentions: Mentions {
    var privileges = Privileges(rawValue: 0)
    for (code, value) in attributes.entries {
      guard let entry = AttributeTable.entry(for: code), entry.traits.contains(.privileged),
        let privilege = entry.privilege(for: value)
      else { continue }
      privileges.formUnion(Privileges(privilege))
    }
    return Mentions(
      accessGroup: group,
      isSynchronizable: synchronizable == .synchronizable,
      hasSharingGroup: attributes.contains(.sharingGroup),
      privileges: privileges)
  }
}

extension AttributeTable.Entry {
  /// The privilege that it takes to name the attribute with a value.
  ///
  /// None is needed for the value of every item that says nothing: a copy gives it, and it may come back.
  func privilege(for value: AttributeValue?) -> Privilege? {
    if row.default == .zero, case .number(0) = value { return nil }
    return row.privilege
  }
}

extension Policy {
  /// Throws the first denial of the stages.
  static func require(_ request: Request, in stages: ClosedRange<Stage>) throws(KeychainError) {
    if let denial = denial(of: request, in: stages) { throw .denied(denial) }
  }

  /// Throws the denial of one stage.
  static func require(_ request: Request, at stage: Stage) throws(KeychainError) {
    try require(request, in: stage...stage)
  }
}
