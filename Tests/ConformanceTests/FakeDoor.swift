import Conformance
import Synchronization

/// A door that answers what a test says, call by call, and keeps what it was asked.
final class FakeDoor: ConformanceDoor {
  private var answers: [EngineAnswer]
  private let record: FakeRecord

  init(answers: [EngineAnswer], record: FakeRecord) {
    self.answers = answers.reversed()
    self.record = record
  }

  func add(_ attributes: [String: EngineValue], wantsResult: Bool) -> EngineAnswer {
    answer("add", attributes, wantsResult: wantsResult)
  }

  func copyMatching(_ query: [String: EngineValue], wantsResult: Bool) -> EngineAnswer {
    answer("copy", query, wantsResult: wantsResult)
  }

  func update(_ query: [String: EngineValue], attributes: [String: EngineValue]) -> EngineAnswer {
    record.add("attributes", attributes)
    return answer("update", query, wantsResult: true)
  }

  func delete(_ query: [String: EngineValue]) -> EngineAnswer {
    answer("delete", query, wantsResult: true)
  }

  func setEntitlements(_ entitlements: [String: Entitlement]) {
    record.add(entitlements)
  }

  /// Refuses a protection class called `zz`, as an engine would.
  func createAccessControl(protection: String, flags: [AccessControlFlag]) -> EngineAnswer {
    guard protection != "zz" else { return EngineAnswer.parameter }
    let words = [protection] + flags.map(\.rawValue)
    return EngineAnswer(code: 0, result: .accessControl(words))
  }

  func makeAuthenticationContext(isAuthenticated: Bool) -> any Sendable { isAuthenticated }

  func lock() throws(DoorError) { record.add("lock") }
  func unlock() throws(DoorError) { record.add("unlock") }
  func reboot() throws(DoorError) { record.add("reboot") }
  func setPasscode() throws(DoorError) { record.add("setPasscode") }
  func removePasscode() throws(DoorError) { record.add("removePasscode") }
  func drainBackgroundWork() throws(DoorError) { record.add("drainBackgroundWork") }

  func corruptAll() throws(DoorError) {
    throw DoorError(reason: "nothing to corrupt")
  }

  private func answer(_ call: String, _ query: [String: EngineValue], wantsResult: Bool) -> EngineAnswer {
    record.add(wantsResult ? call : "\(call) without a pointer", query)
    return answers.popLast() ?? EngineAnswer.unimplemented
  }
}

/// What a fake door was asked.
final class FakeRecord: Sendable {
  private let content = Mutex<Content>(Content())

  private struct Content {
    var calls: [String] = []
    var dictionaries: [[String: EngineValue]] = []
    var entitlements: [[String: Entitlement]] = []
    var folders: [String] = []
  }

  func add(_ call: String, _ dictionary: [String: EngineValue]? = nil) {
    content.withLock { content in
      content.calls.append(call)
      if let dictionary { content.dictionaries.append(dictionary) }
    }
  }

  func add(_ entitlements: [String: Entitlement]) {
    content.withLock { $0.entitlements.append(entitlements) }
  }

  func add(folder: String) {
    content.withLock { $0.folders.append(folder) }
  }

  var calls: [String] { content.withLock { $0.calls } }
  var dictionaries: [[String: EngineValue]] { content.withLock { $0.dictionaries } }
  var entitlements: [[String: Entitlement]] { content.withLock { $0.entitlements } }
  var folders: [String] { content.withLock { $0.folders } }
}

// The published numbers, so that the names in a report are not compared with their own table.
extension EngineAnswer {
  static let success = EngineAnswer(code: 0)
  static let unimplemented = EngineAnswer(code: -4)
  static let inputOutput = EngineAnswer(code: -36)
  static let parameter = EngineAnswer(code: -50)
  static let itemNotFound = EngineAnswer(code: -25300)
}
