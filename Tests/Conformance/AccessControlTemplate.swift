/// What the constructor of access controls is called with.
struct AccessControlTemplate {
  private let protection: String
  private let flags: [AccessControlFlag]

  init(_ json: JSONValue) throws(Mismatch) {
    var fields = try Fields(json, of: "access control")
    try self.init(&fields)
    try fields.finish()
  }

  /// Takes `protection` and `flags`.
  init(_ fields: inout Fields) throws(Mismatch) {
    let protection = try ValueTemplate(try fields.require("protection"))
    guard case .literal(.string(let text)) = protection else {
      throw Mismatch(expected: "`protection` to be a string or a constant", got: "another value")
    }
    self.protection = text
    self.flags = try (try fields.takeStrings("flags") ?? []).map { word throws(Mismatch) in
      guard let flag = AccessControlFlag(rawValue: word) else { throw .unknown("flag", word) }
      return flag
    }
  }

  /// What the constructor answers.
  func answer(through door: any ConformanceDoor) -> EngineAnswer {
    door.createAccessControl(protection: protection, flags: flags)
  }

  /// The access control, as a value of a query.
  func resolved(through door: any ConformanceDoor) throws(Mismatch) -> EngineValue {
    let answer = answer(through: door)
    guard answer.code == 0, let value = answer.result else {
      throw Mismatch(expected: "an access control", got: answer.statusName)
    }
    return value
  }
}

/// A flag of an access control, by the word that cases use.
package enum AccessControlFlag: String, CaseIterable, Sendable {
  case userPresence
  case biometryAny
  case biometryCurrentSet
  case devicePasscode
  case companion
  case or
  case and
  case privateKeyUsage
  case applicationPassword
}
