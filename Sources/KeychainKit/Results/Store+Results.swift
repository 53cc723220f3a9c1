import Foundation
import KeychainPolicy
import KeychainSchema
import KeychainStorage

extension Store {
  /// Answers a copy.
  func copyMatching(_ query: ItemQuery, scope: Scope) throws(KeychainError) -> Any? {
    guard query.limit != Limit.none else { throw .itemNotFound }
    let collector = try read { session throws(KeychainError) in
      var collector = ResultCollector(query)
      switch query.target {
      case .items(let itemClass):
        try copy(
          query, itemClass: itemClass, scope: scope, in: session, wantsSecret: collector.shape.wantsSecret
        ) { row, secret throws(KeychainError) in
          collector.take(try collector.shape.copied(row, secret))
        }
      case .identities:
        try copyIdentities(query, scope: scope, in: session, into: &collector)
      }
      return collector
    }
    guard collector.count > 0 else { throw notFound }
    return collector.result
  }

  /// What a call says that found nothing: where much is unreadable, nothing is called absent.
  var notFound: KeychainError {
    if let reason = undecodable.breaker { return .damaged(reason) }
    return .itemNotFound
  }
}
