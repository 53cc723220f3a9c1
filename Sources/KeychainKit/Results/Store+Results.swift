import Foundation
import KeychainPolicy
import KeychainSchema
import KeychainStorage

extension Store {
  /// Answers a copy.
  func copyMatching(
    _ query: ItemQuery, scope: Scope, _ access: inout CallAccess
  ) throws(KeychainError) -> Any? {
    guard query.limit != Limit.none else { throw .itemNotFound }
    while true {
      do throws(KeychainError) {
        return try copyOnce(query, scope: scope, &access)
      } catch {
        try access.meet(error)
      }
    }
  }

  private func copyOnce(
    _ query: ItemQuery, scope: Scope, _ access: inout CallAccess
  ) throws(KeychainError) -> Any? {
    let collector = try read { session throws(KeychainError) in
      var collector = ResultCollector(query)
      switch query.target {
      case .items(let itemClass):
        try copy(
          query, itemClass: itemClass, scope: scope, &access, in: session, wantsSecret: collector.shape.wantsSecret
        ) { row, secret throws(KeychainError) in
          collector.take(try collector.shape.copied(row, secret))
        }
      case .identities:
        try copyIdentities(query, scope: scope, &access, in: session, into: &collector)
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
