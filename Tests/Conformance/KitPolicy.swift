import KeychainPolicy
import KeychainSchema

/// What `KitDoor` needs of KeychainPolicy.
enum KitPolicy {
  static func caller(_ entitlements: [String: Entitlement]) -> Caller {
    Caller(
      entitlements: Entitlements(
        entitlements.mapValues { entitlement in
          switch entitlement {
          case .boolean(let boolean): .bool(boolean)
          case .string(let string): .string(string)
          case .strings(let strings): .strings(strings)
          case .other: .other
          }
        }
      )
    )
  }

  static func createAccessControl(protection: String, flags: [AccessControlFlag]) -> EngineAnswer {
    do {
      let control = try AccessControl(protectionCode: protection, flags: AccessControlFlags(flags.map(\.policyFlag)))
      return EngineAnswer(code: Status.success.rawValue, result: .accessControl(control))
    } catch {
      return EngineAnswer(.parameter)
    }
  }

  /// The value as an access control of the engine, where it is one.
  static func accessControl(_ native: Any) -> (any Hashable & Sendable)? {
    native as? AccessControl
  }
}

extension AccessControlFlag {
  fileprivate var policyFlag: AccessControlFlags {
    switch self {
    case .userPresence: .userPresence
    case .biometryAny: .biometryAny
    case .biometryCurrentSet: .biometryCurrentSet
    case .devicePasscode: .devicePasscode
    case .companion: .companion
    case .or: .or
    case .and: .and
    case .privateKeyUsage: .privateKeyUsage
    case .applicationPassword: .applicationPassword
    }
  }
}
