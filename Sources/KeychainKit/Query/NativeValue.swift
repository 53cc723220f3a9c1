package import Foundation
package import KeychainPolicy

/// A value of a query dictionary, told apart once: nothing below asks what type an `Any` is.
package enum NativeValue {
  case text(String)
  case data(Data)
  case number(Int64)
  case boolean(Bool)
  case date(Date)
  case uuid(UUID)
  case null
  case collection([NativeValue])
  case accessControl(AccessControl)
  case authenticationContext(AuthenticationContext)
  /// A number with a fraction, or one that no 64 bits hold.
  case fraction
  /// Anything else: no dictionary of a query may hold it.
  case other

  /// Tests the types that queries are made of first; Foundation's classes come last, because casting to them is slow.
  init(_ value: Any) {
    var budget = CollectionBudget()
    self.init(value, &budget)
  }

  init(_ value: Any, _ budget: inout CollectionBudget) {
    self = Self.opened(value, &budget)
  }

  /// Compares types and takes the value as what it is: a dynamic cast costs ten times as much, and a query has several.
  private static func opened<Value>(_ value: Value, _ budget: inout CollectionBudget) -> NativeValue {
    // Each bit cast is to the very type that was compared.
    if Value.self == String.self { return .text(unsafe unsafeBitCast(value, to: String.self)) }
    if Value.self == Bool.self { return .boolean(unsafe unsafeBitCast(value, to: Bool.self)) }
    if Value.self == Data.self { return .data(unsafe unsafeBitCast(value, to: Data.self)) }
    if Value.self == Int.self { return .number(Int64(unsafe unsafeBitCast(value, to: Int.self))) }
    return NativeValue(uncommon: value, &budget)
  }

  /// Tells an object of Foundation apart; what queries are mostly made of by its class alone.
  package init(object: AnyObject) {
    var budget = CollectionBudget()
    self.init(object: object, &budget)
  }

  init(object: AnyObject, _ budget: inout CollectionBudget) {
    let objectClass: AnyClass = type(of: object)
    if objectClass == NSString.self {
      // The downcast is to the very class that was compared.
      self = .text(unsafe unsafeDowncast(object, to: NSString.self) as String)
    } else if objectClass == Self.booleanClass {
      self = .boolean(unsafe unsafeDowncast(object, to: NSNumber.self).boolValue)
    } else if let text = object as? NSString {
      self = .text(text as String)
    } else if let number = object as? NSNumber {
      self.init(number)
    } else {
      self.init(uncommon: object, &budget)
    }
  }

  private init(uncommon value: Any, _ budget: inout CollectionBudget) {
    // The exact type, because an empty array casts to an array of anything.
    if type(of: value) == [UInt8].self, let bytes = value as? [UInt8] {
      self = .data(Data(bytes))
      return
    }
    if let collection = Self.collection(value, &budget) {
      self = collection
      return
    }
    switch value {
    case let control as AccessControl: self = .accessControl(control)
    case is NSNull: self = .null
    case let date as Date: self = .date(date)
    case let uuid as UUID: self = .uuid(uuid)
    case let number as NSNumber: self.init(number)
    case let number as Double: self.init(number)
    case let number as Float: self.init(Double(number))
    case let number as any BinaryInteger:
      guard let exact = Int64(exactly: number) else {
        self = .fraction
        return
      }
      self = .number(exact)
    case let text as String: self = .text(text)
    case let text as Substring: self = .text(String(text))
    case let data as NSData: self = .data(Data(referencing: data))
    case let holder as any AccessControlHolder: self = .accessControl(holder.accessControl)
    case let provider as any AuthenticationContextProvider:
      self = .authenticationContext(provider.authenticationContext)
    default: self = .other
    }
  }

  private init(_ number: NSNumber) {
    // A boolean NSNumber and a number 0 or 1 are different values in a query; only the class tells them apart.
    if type(of: number) == Self.booleanClass {
      self = .boolean(number.boolValue)
    } else if let exact = Int64(exactly: number) {
      self = .number(exact)
    } else {
      self = .fraction
    }
  }

  /// The class of the two booleans, which Foundation keeps to itself.
  package static let booleanClass: NSNumber.Type = type(of: NSNumber(value: true))

  private init(_ number: Double) {
    guard let exact = Int64(exactly: number) else {
      self = .fraction
      return
    }
    self = .number(exact)
  }
}

/// An object that stands for an access control where a dictionary holds objects only.
package protocol AccessControlHolder {
  /// What it stands for.
  var accessControl: AccessControl { get }
}
