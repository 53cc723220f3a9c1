import Foundation
import KeychainPolicy
import KeychainSchema
import KeychainStorage

extension Store {
  /// Hands every certificate of a plan that passes the filter to `body`: what does not pass never counts as a result.
  ///
  /// - Parameter scope: where issuers are looked for.
  func copyCertificates<Session: StorageSession & ~Copyable>(
    _ plan: QueryPlan, _ filter: CertificateFilter, scope: Scope, _ access: inout CallAccess,
    in session: borrowing Session, wantsSecret: Bool, _ body: (OpenedRow, SecretView) throws(KeychainError) -> Bool
  ) throws(KeychainError) {
    let issuerAccess = access.skipping
    try forEachMatch(plan, in: session) { row, sealed throws(KeychainError) in
      func take(_ secret: SecretView) throws(KeychainError) -> Continuation {
        let fields = secret.data.flatMap { CertificateFields([UInt8]($0)) }
        guard filter.accepts(fields),
          try self.hasIssuer(filter.issuers, above: Self.issuer(of: row, fields), scope, issuerAccess, in: session)
        else { return .next }
        return try body(row, wantsSecret ? secret : .none) ? .next : .stop
      }
      guard let control = row.accessControl, control.isConstrained else {
        return try self.withSecret(of: row, sealed, take)
      }
      return try self.showConstrained(row, control, sealed, wantsSecret: true, &access, take)
    }
  }

  /// The issuer's name as the attribute says, else as the bytes say.
  private static func issuer(of row: OpenedRow, _ fields: CertificateFields?) throws(KeychainError) -> [UInt8] {
    let name = try row.attributes().data(.issuer) ?? []
    return name.isEmpty ? fields?.issuer ?? [] : name
  }

  /// Whether one of the names is that of an issuer above, going up through the certificates in scope that ask for
  /// nobody.
  private func hasIssuer<Session: StorageSession & ~Copyable>(
    _ names: Set<[UInt8]>, above issuer: [UInt8], _ scope: Scope, _ access: CallAccess, in session: borrowing Session
  ) throws(KeychainError) -> Bool {
    guard !names.isEmpty else { return true }
    var level: Set = [issuer]
    // Names already followed: certificates may issue each other in a circle.
    var seen = level
    for _ in 0..<Self.issuerLimit {
      guard names.isDisjoint(with: level) else { return true }
      var above: Set<[UInt8]> = []
      for subject in level { above.formUnion(try issuers(ofCertificatesNamed: subject, scope, access, in: session)) }
      level = above.subtracting(seen)
      seen.formUnion(level)
      if level.isEmpty { return false }
    }
    return false
  }

  /// How many issuers a search goes up.
  private static let issuerLimit = 10

  private func issuers<Session: StorageSession & ~Copyable>(
    ofCertificatesNamed subject: [UInt8], _ scope: Scope, _ access: CallAccess, in session: borrowing Session
  ) throws(KeychainError) -> Set<[UInt8]> {
    guard !subject.isEmpty else { return [] }
    var query = ItemQuery(.items(.certificate))
    query.attributes[.subject] = .data(subject)
    query.synchronizable = .any
    var names: Set<[UInt8]> = []
    var access = access
    try copy(query, itemClass: .certificate, scope: scope, &access, in: session, wantsSecret: true) {
      row, secret throws(KeychainError) in
      names.insert(try Self.issuer(of: row, secret.data.flatMap { CertificateFields([UInt8]($0)) }))
      return true
    }
    return names
  }
}
