import Foundation

/// Swift's own types, as the query dictionaries of KeychainKit use them.
package enum NativeForm {
  /// What stands in a query for a value.
  package static func native(_ value: EngineValue) -> Any {
    switch value {
    case .string(let string): string
    case .data(let data): data
    case .date(let date): date
    case .boolean(let boolean): boolean
    case .number(let number): number
    case .fraction(let fraction): fraction
    case .null: NSNull()
    case .array(let elements): elements.map(native)
    case .dictionary(let entries): native(entries)
    case .accessControl(let accessControl): accessControl
    case .authenticationContext(let context): context
    case .foreign(let type): preconditionFailure("a value of type `\(type)` has no way back")
    }
  }

  /// A whole query.
  package static func native(_ entries: [String: EngineValue]) -> [String: Any] {
    entries.mapValues(native)
  }

  /// What a result is, told apart by its own type: a cast to `Bool` takes an `NSNumber` of 1 for true.
  /// - Parameter accessControl: recognises the engine's access controls.
  package static func engineValue(_ native: Any, accessControl: (Any) -> (any Hashable & Sendable)?) -> EngineValue {
    if let control = accessControl(native) { return .accessControl(control) }
    return switch native {
    case let string as String: .string(string)
    case let data as Data: .data(data)
    case let date as Date: .date(date)
    case is NSNull: .null
    case let elements as [Any]: .array(elements.map { engineValue($0, accessControl: accessControl) })
    case let entries as [String: Any]:
      .dictionary(entries.mapValues { engineValue($0, accessControl: accessControl) })
    default: number(native) ?? .foreign("\(type(of: native))")
    }
  }

  private static func number(_ native: Any) -> EngineValue? {
    if type(of: native) == Bool.self, let boolean = native as? Bool { return .boolean(boolean) }
    guard let number = native as? NSNumber else { return nil }
    // Booleans are a class of their own among the numbers.
    if type(of: number) == type(of: NSNumber(value: true)) { return .boolean(number.boolValue) }
    return Int(exactly: number).map(EngineValue.number) ?? .fraction(number.doubleValue)
  }
}
