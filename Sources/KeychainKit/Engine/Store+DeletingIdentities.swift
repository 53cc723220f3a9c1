import KeychainCrypto
import KeychainPolicy
import KeychainSchema
import KeychainStorage

extension Store {
  /// Deletes the identity that a reference names: its certificate, and its key unless another certificate carries it.
  ///
  /// Both go in one transaction. The two are joined by their columns, so that a locked certificate has its key too.
  func deleteIdentity(_ query: ItemQuery, scope: Scope) throws(KeychainError) {
    let parts = IdentityQuery(query)
    guard parts.isOfPrivateKeys else { throw notFound }
    let isFound = try write { session throws(KeychainError) in
      for certificate in try doomedRows(parts.certificate, .certificate, scope, in: session) {
        guard let join = try joinTerm(of: certificate.row, in: session) else { continue }
        let keys = try doomedKeys(parts, joinedBy: join, query, scope, in: session)
        guard !keys.isEmpty else { continue }
        try delete(certificate, query, in: session)
        if try certificates(joinedBy: join, scope, in: session) > 0 { return true }
        for key in keys { try delete(key, query, in: session) }
        return true
      }
      return false
    }
    guard isFound else { throw notFound }
  }

  private func joinTerm<Session: StorageSession & ~Copyable>(
    of row: MatchedRow, in session: borrowing Session
  ) throws(KeychainError) -> Int64? {
    guard let index = row.itemClass.joinTerm else { return nil }
    let term = try session.withItem(row.id, wantsSecret: false) { row throws(KeychainError) in row.columns.terms[index]
    }
    return term ?? nil
  }

  private func doomedKeys(
    _ parts: IdentityQuery, joinedBy join: Int64, _ query: ItemQuery, _ scope: Scope,
    in session: borrowing WriteSession
  ) throws(KeychainError) -> [DoomedRow] {
    let groups = try groups(of: parts.key, in: scope.narrowed(to: parts.key.group), session)
    var plan = try QueryPlan(parts.key, itemClass: .key, groups: groups, keyring: keyring)
    plan.join(on: join)
    return try doomedRows(plan, query, in: session)
  }

  /// How many certificates of the key the caller has.
  private func certificates<Session: StorageSession & ~Copyable>(
    joinedBy join: Int64, _ scope: Scope, in session: borrowing Session
  ) throws(KeychainError) -> Int {
    var query = ItemQuery(.items(.certificate))
    query.synchronizable = .any
    var plan = try QueryPlan(
      query, itemClass: .certificate, groups: try groups(of: query, in: scope, session), keyring: keyring)
    plan.join(on: join)
    var count = 0
    for (_, selection) in plan.selections {
      try session.forEachItem(selection) { _ throws(KeychainError) in
        count += 1
        return .next
      }
    }
    return count
  }
}

extension QueryPlan {
  /// Leaves only the rows with this hash of a public key.
  fileprivate mutating func join(on term: Int64) {
    guard let index = itemClass.joinTerm else { return }
    for position in selections.indices { selections[position].selection.terms[index] = term }
  }
}
