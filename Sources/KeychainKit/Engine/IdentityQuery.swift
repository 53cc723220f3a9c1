import KeychainPolicy
import KeychainSchema

/// A query for identities, split into what the certificate and what the key must be.
struct IdentityQuery {
  /// The filters that go to the certificate although keys have the attribute as well.
  private static let ofCertificate: Set<Attribute> = [.label, .issuer, .serialNumber, .subjectKeyID, .tokenID]

  let certificate: ItemQuery
  let key: ItemQuery
  /// Whether the query leaves private keys in; without one there is no identity.
  let isOfPrivateKeys: Bool

  /// Splits a query; only private keys are part of an identity.
  init(_ query: ItemQuery) {
    var certificate = query
    var key = query
    certificate.target = .items(.certificate)
    key.target = .items(.key)
    certificate.attributes = AttributeSet()
    key.attributes = AttributeSet()
    for (code, value) in query.attributes.entries {
      guard let attribute = Attribute(code: code) else { continue }
      if Self.ofCertificate.contains(attribute) || !attribute.belongs(to: .key) {
        certificate.attributes[code] = value
      } else {
        key.attributes[code] = value
      }
    }
    isOfPrivateKeys = key.attributes[.isPrivate] == nil || key.attributes.number(.isPrivate) == 1
    key.attributes[.isPrivate] = .number(1)
    // Group, sync and tombstone narrow the key; its certificate may lie in any group the caller sees.
    certificate.group = .absent
    certificate.synchronizable = .any
    certificate.protection = nil
    certificate.isTombstone = nil
    key.matches = MatchFilters()
    if query.reference != nil { key.reference = nil }
    self.certificate = certificate
    self.key = key
  }
}
