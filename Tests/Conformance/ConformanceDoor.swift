package import KeychainSchema

/// A way into the engine; cases run the same through each.
///
/// A door is made for one case: on an empty store of its own, unlocked, with a passcode set. Everything it leaves
/// behind lies in the folder it was made with, which is removed after the case.
package protocol ConformanceDoor: AnyObject {
  /// SecItemAdd.
  /// - Parameter wantsResult: false passes no result pointer.
  func add(_ attributes: [String: EngineValue], wantsResult: Bool) -> EngineAnswer
  /// SecItemCopyMatching.
  /// - Parameter wantsResult: false passes no result pointer.
  func copyMatching(_ query: [String: EngineValue], wantsResult: Bool) -> EngineAnswer
  /// SecItemUpdate.
  func update(_ query: [String: EngineValue], attributes: [String: EngineValue]) -> EngineAnswer
  /// SecItemDelete.
  func delete(_ query: [String: EngineValue]) -> EngineAnswer

  /// Replaces the caller's entitlements.
  func setEntitlements(_ entitlements: [String: Entitlement])
  /// The access control as the result, or the status of the refusal.
  func createAccessControl(protection: String, flags: [AccessControlFlag]) -> EngineAnswer
  /// A stand-in for an LAContext.
  func makeAuthenticationContext(isAuthenticated: Bool) -> any Sendable

  /// Locks, as after a first unlock.
  func lock() throws(DoorError)
  /// Unlocks with the passcode; does nothing where there is none.
  func unlock() throws(DoorError)
  /// Locks, as if nothing had been unlocked since the start.
  func reboot() throws(DoorError)
  /// Sets a passcode; does nothing where there is one.
  func setPasscode() throws(DoorError)
  /// Removes the passcode; does nothing where there is none.
  func removePasscode() throws(DoorError)
  /// Makes every stored item undecodable, in the file, behind the engine's back.
  func corruptAll() throws(DoorError)
  /// Waits until nothing is deferred.
  func drainBackgroundWork() throws(DoorError)
}

/// What one of the four calls ended with.
package struct EngineAnswer: Sendable {
  /// The published number.
  package let code: Int32
  /// nil where nothing was returned.
  package let result: EngineValue?

  /// An answer by its number.
  package init(code: Int32, result: EngineValue? = nil) {
    self.code = code
    self.result = result
  }

  /// An answer that carries no result.
  package init(_ status: Status) {
    self.init(code: status.rawValue)
  }

  /// The published name of the status, or its number.
  var statusName: String { Status.caseName(code) }
}

extension Status {
  /// The published name of a code, or the code.
  static func caseName(_ code: Int32) -> String {
    Status(rawValue: code)?.name ?? "status \(code)"
  }
}

/// Why a door could not do what a step asks for.
package struct DoorError: Error {
  /// A status by name, or a few words.
  package let reason: String

  /// - Parameter reason: a status by name, or a few words.
  package init(reason: String) {
    self.reason = reason
  }
}

/// The value of one entitlement, in the shapes that the engine tells apart.
package enum Entitlement: Equatable, Sendable {
  case boolean(Bool)
  case string(String)
  case strings([String])
  case other

  init(_ json: JSONValue) {
    switch json {
    case .boolean(let boolean): self = .boolean(boolean)
    case .string(let string): self = .string(string)
    case .array(let elements):
      let strings = elements.compactMap { if case .string(let string) = $0 { string } else { nil } }
      self = strings.count == elements.count ? .strings(strings) : .other
    case .null, .integer, .fraction, .object: self = .other
    }
  }
}
