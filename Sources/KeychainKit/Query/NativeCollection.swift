import CCoreFoundation
import Foundation

/// How much of the collections in one value is looked at: a caller's may be as deep as memory, or hold themselves.
struct CollectionBudget {
  private var depth = 8
  private var elements = 10_000

  /// Looks at the elements of one more collection within another; beyond the budget it is no value of a query.
  mutating func look(
    count: Int, _ elements: (inout CollectionBudget) -> [NativeValue]
  ) -> NativeValue {
    guard depth > 0, count <= self.elements else { return .other }
    depth -= 1
    self.elements -= count
    defer { depth += 1 }
    return .collection(of: elements(&self))
  }
}

extension NativeValue {
  /// The value at a pointer that a collection gave, which holds the object for as long as it is read; a null pointer is
  /// no value.
  package init(at pointer: UnsafeRawPointer?) {
    var budget = CollectionBudget()
    unsafe self.init(at: pointer, &budget)
  }

  private init(at pointer: UnsafeRawPointer?, _ budget: inout CollectionBudget) {
    guard let pointer = unsafe pointer else {
      self = .other
      return
    }
    self.init(object: unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue(), &budget)
  }

  /// A collection is what its elements are, where one of them cannot be handed over.
  fileprivate static func collection(of elements: [NativeValue]) -> NativeValue {
    var holdsOther = false
    for element in elements {
      switch element {
      case .fraction: return .fraction
      case .other, .authenticationContext: holdsOther = true
      default: break
      }
    }
    return holdsOther ? .other : .collection(elements)
  }

  /// The collection that a value is, nil where it is none.
  static func collection(_ value: Any, _ budget: inout CollectionBudget) -> NativeValue? {
    let valueType = type(of: value)
    // Objects by their class: a cast to Swift's collections would convert whatever they hold, to any depth.
    if valueType is NSArray.Type { return object(value as AnyObject, .array, &budget) }
    if valueType is NSDictionary.Type { return object(value as AnyObject, .dictionary, &budget) }
    if valueType is NSSet.Type { return object(value as AnyObject, .set, &budget) }
    if let elements = value as? [Any] {
      return budget.look(count: elements.count) { budget in elements.map { NativeValue($0, &budget) } }
    }
    if let entries = value as? [AnyHashable: Any] {
      return budget.look(count: entries.count) { budget in entries.values.map { NativeValue($0, &budget) } }
    }
    if let elements = value as? Set<AnyHashable> {
      return budget.look(count: elements.count) { budget in elements.map { NativeValue($0.base, &budget) } }
    }
    return nil
  }

  /// Reads a collection of Foundation by bare pointers. One made in C may hold null pointers, which are no values.
  private static func object(
    _ collection: AnyObject, _ kind: ccorefoundation_collection, _ budget: inout CollectionBudget
  ) -> NativeValue {
    withExtendedLifetime(collection) {
      let pointer = unsafe UnsafeRawPointer(Unmanaged.passUnretained(collection).toOpaque())
      let count = unsafe max(0, ccorefoundation_count(pointer, kind))
      return budget.look(count: count) { budget in
        unsafe withUnsafeTemporaryAllocation(of: UnsafeRawPointer?.self, capacity: count) { values in
          unsafe values.initialize(repeating: nil)
          guard let start = values.baseAddress, count > 0 else { return [] }
          unsafe ccorefoundation_copy_values(pointer, kind, count, start)
          return unsafe values.map { unsafe NativeValue(at: $0, &budget) }
        }
      }
    }
  }
}
