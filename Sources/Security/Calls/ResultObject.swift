import Foundation
import KeychainPolicy

/// What a call gives back, as the objects that Apple-platform code and C expect.
///
/// Numbers are integer numbers, booleans' included: a boolean that is read out of a dictionary here casts to no `Int`.
package enum ResultObject {
  /// The object for a result of KeychainKit.
  package static func object(_ result: Any) -> AnyObject {
    switch result {
    case let text as String: text as NSString
    case let number as Int: NSNumber(value: number)
    case let data as Data: data as NSData
    case let date as Date: date as NSDate
    case let control as AccessControl: SecAccessControl(control)
    case let entries as [String: Any]: dictionary(entries)
    case let elements as [Any]: array(elements)
    default: result as AnyObject
    }
  }

  private static func dictionary(_ entries: [String: Any]) -> NSDictionary {
    let dictionary = NSMutableDictionary(capacity: entries.count)
    for (key, value) in entries { dictionary.setObject(object(value), forKey: key as NSString) }
    return dictionary
  }

  private static func array(_ elements: [Any]) -> NSArray {
    let array = NSMutableArray(capacity: elements.count)
    for element in elements { array.add(object(element)) }
    return array
  }
}
