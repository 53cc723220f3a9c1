import Foundation
import KeychainPolicy
import KeychainSchema

/// What a call gives back, as the objects that Apple-platform code and C expect.
///
/// Numbers are integer numbers, booleans' included: a boolean that is read out of a dictionary here casts to no `Int`.
/// Collections can be changed, as those of Core Foundation can be cast to the classes that say so.
package enum ResultObject {
  /// The object for a result of KeychainKit.
  package static func object(_ result: Any) -> AnyObject {
    opened(result)
  }

  /// Compares types and takes the value as what it is: a dynamic cast costs ten times as much, and an item has twenty
  /// values.
  private static func opened<Value>(_ value: Value) -> AnyObject {
    // Each bit cast is to the very type that was compared.
    if Value.self == String.self { return unsafe unsafeBitCast(value, to: String.self) as NSString }
    if Value.self == Int.self { return NSNumber(value: unsafe unsafeBitCast(value, to: Int.self)) }
    if Value.self == Data.self { return unsafe unsafeBitCast(value, to: Data.self) as NSData }
    if Value.self == Date.self { return unsafe unsafeBitCast(value, to: Date.self) as NSDate }
    if Value.self == [String: Any].self { return dictionary(unsafe unsafeBitCast(value, to: [String: Any].self)) }
    if Value.self == [Any].self { return array(unsafe unsafeBitCast(value, to: [Any].self)) }
    if let control = value as? AccessControl { return SecAccessControl(control) }
    return value as AnyObject
  }

  private static func dictionary(_ entries: [String: Any]) -> NSDictionary {
    // Both at once, because setting one by one casts every key and every value again.
    var names: [NSObject] = []
    var values: [AnyObject] = []
    names.reserveCapacity(entries.count)
    values.reserveCapacity(entries.count)
    for (key, value) in entries {
      names.append(unsafe keys[key] ?? key as NSString)
      values.append(object(value))
    }
    return unsafe NSMutableDictionary(objects: &values, forKeys: &names, count: values.count)
  }

  private static func array(_ elements: [Any]) -> NSArray {
    let array = NSMutableArray(capacity: elements.count)
    for element in elements { array.add(object(element)) }
    return array
  }

  // Text objects that never change.
  /// The keys of attributes, made once.
  private nonisolated(unsafe) static let keys = Dictionary(
    uniqueKeysWithValues: AttributeTable.entries.map { ($0.key, $0.key as NSString) })
}
