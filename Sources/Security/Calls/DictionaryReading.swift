import CCoreFoundation
import Foundation
package import KeychainKit

/// A CFDictionary read into what KeychainKit works on: once, and without a Swift dictionary in between.
///
/// Asking Core Foundation for the bare pointers costs a tenth of what iterating an `NSDictionary` does, which makes a
/// Swift value of every key and value; and it lets a dictionary in that holds no object where one is expected.
package enum DictionaryReading {
  /// Reads a dictionary that Swift handed over.
  package static func read(_ dictionary: NSDictionary, _ role: ParsedDictionary.Role = .query) -> ParsedDictionary {
    withExtendedLifetime(dictionary) {
      unsafe read(UnsafeRawPointer(Unmanaged.passUnretained(dictionary).toOpaque()), role)
    }
  }

  /// Reads the query of an update or delete, without what the dialect passes over.
  package static func readForChange(_ dictionary: UnsafeRawPointer) -> ParsedDictionary {
    let dialect = ProcessKeychain.dialect
    return unsafe read(dictionary, .query) { key, value in dialect.passesOver(key, value) }
  }

  /// The same of a dictionary that Swift handed over.
  static func readForChange(_ dictionary: NSDictionary) -> ParsedDictionary {
    withExtendedLifetime(dictionary) {
      unsafe readForChange(UnsafeRawPointer(Unmanaged.passUnretained(dictionary).toOpaque()))
    }
  }

  /// Reads the dictionary at a `CFDictionaryRef`, which may hold null pointers: such an entry is a wrong parameter.
  ///
  /// - Parameter passesOver: whether an entry is as good as not there.
  package static func read(
    _ dictionary: UnsafeRawPointer, _ role: ParsedDictionary.Role,
    passingOver passesOver: (String, NativeValue) -> Bool = { _, _ in false }
  ) -> ParsedDictionary {
    var parsed = ParsedDictionary(role: role)
    let count = unsafe max(0, CFDictionaryGetCount(dictionary))
    unsafe withUnsafeTemporaryAllocation(of: UnsafeRawPointer?.self, capacity: 2 * count) { entries in
      // Two for every entry; Core Foundation fills both halves.
      unsafe entries.initialize(repeating: nil)
      guard let keys = entries.baseAddress else { return }
      unsafe CFDictionaryGetKeysAndValues(dictionary, keys, keys + count)
      for index in 0..<count {
        unsafe read(keys[index], keys[count + index], passesOver, into: &parsed)
      }
    }
    parsed.finish()
    return parsed
  }

  private static func read(
    _ key: UnsafeRawPointer?, _ value: UnsafeRawPointer?, _ passesOver: (String, NativeValue) -> Bool,
    into parsed: inout ParsedDictionary
  ) {
    switch unsafe NativeValue(at: key) {
    case .text(let text):
      let value = unsafe NativeValue(at: value)
      if !passesOver(text, value) { parsed.read(text, value) }
    case let other: parsed.readKey(other)
    }
  }
}
