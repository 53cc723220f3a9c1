import Foundation

/// What the match keys of a query ask of certificates, and of the certificates of identities.
struct CertificateFilter {
  /// The names of which one must stand in the chain of issuers; empty asks nothing.
  let issuers: Set<[UInt8]>
  private let emailAddress: [UInt8]?
  /// Seconds since 2001-01-01 UTC.
  private let moment: Double?

  /// Nil where no key asks for anything.
  init?(_ matches: MatchFilters, at now: @autoclosure () -> Double) {
    guard !matches.issuers.isEmpty || matches.emailAddress != nil || matches.validity != nil else { return nil }
    issuers = Set(matches.issuers)
    emailAddress = matches.emailAddress.map { Self.folded(Array($0.utf8)) }
    moment =
      switch matches.validity {
      case nil: nil
      case .now: now()
      case .on(let seconds): seconds
      }
  }

  /// Whether a certificate has the address and the validity; one that does not read has neither.
  func accepts(_ fields: CertificateFields?) -> Bool {
    if emailAddress == nil, moment == nil { return true }
    guard let fields else { return false }
    if let moment, !fields.isValid(at: moment) { return false }
    guard let emailAddress else { return true }
    return fields.emailAddresses.contains { Self.folded($0) == emailAddress }
  }

  /// The address with its letters small: those of ASCII, the only ones an address has.
  private static func folded(_ address: [UInt8]) -> [UInt8] {
    address.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }
}
