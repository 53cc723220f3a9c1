import Foundation
import KeychainPolicy
import KeychainSchema
import KeychainStorage

extension Store {
  /// Answers a copy of identities: every pair of a private key and a certificate of its public key.
  ///
  /// - Parameter scope: of the caller; a group that was asked for narrows the keys alone.
  func copyIdentities<Session: StorageSession & ~Copyable>(
    _ query: ItemQuery, scope: Scope, _ access: inout CallAccess, in session: borrowing Session,
    into collector: inout ResultCollector
  ) throws(KeychainError) {
    let parts = IdentityQuery(query)
    guard parts.isOfPrivateKeys else { return }
    let keys = try keys(of: parts, scope, &access, in: session, wantsSecret: collector.shape.wantsSecret)
    let options = collector.shape.options
    for key in keys {
      var certificate = parts.certificate
      certificate.attributes[.publicKeyHash] = key.label
      var isDone = false
      try copy(
        certificate, itemClass: .certificate, scope: scope, &access, in: session,
        wantsSecret: collector.shape.wantsSecret
      ) { row, secret throws(KeychainError) in
        isDone = !collector.take(try IdentityShape(options).copied(key, row, secret))
        return !isDone
      }
      if isDone { return }
    }
  }

  private func keys<Session: StorageSession & ~Copyable>(
    of parts: IdentityQuery, _ scope: Scope, _ access: inout CallAccess, in session: borrowing Session,
    wantsSecret: Bool
  ) throws(KeychainError) -> [IdentityKey] {
    var keys: [IdentityKey] = []
    try copy(
      parts.key, itemClass: .key, scope: scope.narrowed(to: parts.key.group), &access, in: session,
      wantsSecret: wantsSecret
    ) { row, secret throws(KeychainError) in
      let entries = try ItemDictionary(.attributes, of: row)
      let attributes = try row.attributes()
      keys.append(IdentityKey(label: attributes[.applicationLabel], entries: entries, data: secret.data))
      return true
    }
    return keys
  }
}

/// The key's half of an identity.
struct IdentityKey {
  /// The hash of the public key, by which its certificate is found.
  let label: AttributeValue?
  let entries: ItemDictionary
  let data: Data?
}

/// How an identity looks in a result: the key's attributes under the certificate's.
struct IdentityShape {
  let options: ResultOptions

  init(_ options: ResultOptions) {
    self.options = options
  }

  func copied(_ key: IdentityKey, _ row: OpenedRow, _ secret: SecretView) throws(KeychainError) -> Any? {
    let reference = Data(Array(QueryValue.identityClass.utf8) + row.uuid.bytes)
    switch options {
    case [], .reference: return nil
    case .data: return key.data
    case .persistentReference: return reference
    default: break
    }
    var dictionary = ItemDictionary()
    if !options.isDisjoint(with: [.attributes, .data]) {
      var certificate = try ItemDictionary(.attributes, of: row)
      certificate.setCertificateToken()
      dictionary.merge(key.entries)
      dictionary.merge(certificate)
    }
    if options.contains(.data) {
      dictionary[.valueData] = key.data
      dictionary.setCertificate(secret.data)
    }
    if options.contains(.persistentReference) { dictionary[.valuePersistentReference] = reference }
    if options.contains(.reference) { dictionary[.itemClass] = QueryValue.identityClass }
    return dictionary.entries
  }
}

extension ItemDictionary {
  /// The certificate's own bytes beside the key's.
  mutating func setCertificate(_ data: Data?) {
    self["certdata"] = data
  }

  /// The certificate's own token, so that the key's is not overwritten.
  mutating func setCertificateToken() {
    let key = Attribute.tokenID.code.text
    self["certtkid"] = self[key]
    self[key] = nil
  }
}

extension Scope {
  /// The same, within a group that was asked for.
  func narrowed(to asked: AskedGroup) -> Scope {
    guard let group = asked.group else { return self }
    return Scope(groups: .listed([group]), includesSharingGroups: includesSharingGroups)
  }
}
