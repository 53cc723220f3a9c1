import Foundation
import KeychainSchema

/// Collects what a copy returns, up to its limit.
struct ResultCollector {
  let shape: ResultShape
  private let limit: Limit
  private var results: [Any] = []
  /// How many items matched, those without anything to give among them.
  private(set) var count = 0

  init(_ query: ItemQuery) {
    shape = ResultShape(query.results)
    limit = query.limit
  }

  /// Takes an item's result; whether more are wanted.
  mutating func take(_ result: consuming Any?) -> Bool {
    count += 1
    if let result { results.append(result) }
    guard let most = limit.count else { return true }
    return count < most
  }

  /// What the call returns: a bare result or an array, by the limit.
  var result: Any? {
    limit.isArray ? results : results.first
  }
}
