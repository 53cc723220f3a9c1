/// One step of a case.
struct Step: Sendable {
  let action: Action
  let expectation: Expectation?
  /// The name the result is kept under.
  let savedName: String?
}

/// What a step does.
enum Action: Sendable {
  case add(DictionaryTemplate, wantsResult: Bool)
  case copy(DictionaryTemplate, wantsResult: Bool)
  case update(DictionaryTemplate, attributes: DictionaryTemplate)
  case delete(DictionaryTemplate)
  case createAccessControl(AccessControlTemplate)
  case setEntitlements([String: Entitlement])
  case change(StateChange)
}

/// The steps that name nothing but themselves.
enum StateChange: String {
  case lock
  case unlock
  case reboot
  case setPasscode
  case removePasscode
  case corruptAll
  case drainBackgroundWork
}

extension Step {
  init(_ json: JSONValue) throws(Mismatch) {
    var fields = try Fields(json, of: "step")
    let call = try fields.requireString("call")
    if let change = StateChange(rawValue: call) {
      self.init(action: .change(change), expectation: nil, savedName: nil)
    } else {
      let action = try Action(call: call, &fields)
      let expectation = try fields.take("expect").map { json throws(Mismatch) in try Expectation(json) }
      self.init(action: action, expectation: expectation, savedName: try fields.takeString("save"))
    }
    try fields.finish()
  }
}

extension Action {
  fileprivate init(call: String, _ fields: inout Fields) throws(Mismatch) {
    switch call {
    case "add":
      self = .add(try fields.requireDictionary("query"), wantsResult: try fields.takeBoolean("resultPointer") ?? true)
    case "copy":
      self = .copy(try fields.requireDictionary("query"), wantsResult: try fields.takeBoolean("resultPointer") ?? true)
    case "update":
      let query = try fields.requireDictionary("query")
      self = .update(query, attributes: try fields.requireDictionary("attributes"))
    case "delete":
      self = .delete(try fields.requireDictionary("query"))
    case "createAccessControl":
      self = .createAccessControl(try AccessControlTemplate(&fields))
    case "setEntitlements":
      self = .setEntitlements(try fields.requireEntitlements("entitlements"))
    default:
      throw .unknown("call", call)
    }
  }
}

extension Fields {
  fileprivate mutating func requireDictionary(_ name: String) throws(Mismatch) -> DictionaryTemplate {
    guard let object = try takeObject(name) else {
      throw Mismatch(expected: "a \(owner) to have `\(name)`", got: "none")
    }
    return try DictionaryTemplate(object)
  }

  fileprivate mutating func requireEntitlements(_ name: String) throws(Mismatch) -> [String: Entitlement] {
    guard let entitlements = try takeEntitlements(name) else {
      throw Mismatch(expected: "a \(owner) to have `\(name)`", got: "none")
    }
    return entitlements
  }

  mutating func takeEntitlements(_ name: String) throws(Mismatch) -> [String: Entitlement]? {
    try takeObject(name)?.mapValues(Entitlement.init)
  }
}
