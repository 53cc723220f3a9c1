public import Foundation

/// Lets an `NSError` of the domain be cast to `LAError`, which is how sources look at the error of
/// `canEvaluatePolicy`; the protocol is the standard library's own, and underscored.
extension LAError: _ObjectiveCBridgeable {
  /// The error as an object.
  public func _bridgeToObjectiveC() -> NSError {
    NSError(domain: Self.errorDomain, code: errorCode, userInfo: userInfo)
  }

  /// The error that an object is; what is none ends the program, as a forced cast does.
  public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout LAError?) {
    result = _unconditionallyBridgeFromObjectiveC(source)
  }

  /// The error that an object is, where it is one.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout LAError?) -> Bool {
    guard source.domain == errorDomain, let code = Code(rawValue: source.code) else { return false }
    result = LAError(code, userInfo: source.userInfo)
    return true
  }

  /// The error that an object is; what is none ends the program, as a forced cast does.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> LAError {
    var result: LAError?
    guard let source, _conditionallyBridgeFromObjectiveC(source, result: &result), let result else {
      preconditionFailure("an error of another domain was cast to LAError")
    }
    return result
  }
}
