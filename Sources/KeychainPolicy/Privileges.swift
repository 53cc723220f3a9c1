package import KeychainSchema

/// A set of privileges.
package struct Privileges: OptionSet, Hashable, Sendable {
  /// One bit a privilege.
  package let rawValue: UInt8

  /// The privileges whose bits are set.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The set of one.
  package init(_ privilege: Privilege) {
    switch privilege {
    case .plaintextFields: self = .plaintextFields
    case .internetExpansionFields: self = .internetExpansionFields
    case .systemBound: self = .systemBound
    case .sharingClient: self = .sharingClient
    }
  }

  /// Each of the schema's privileges, as a set of one.
  package static let plaintextFields = Privileges(rawValue: 1)
  /// Names the extra fields of internet passwords.
  package static let internetExpansionFields = Privileges(rawValue: 2)
  /// Names the attribute that makes an item the system's.
  package static let systemBound = Privileges(rawValue: 4)
  /// Sees and makes items in sharing groups.
  package static let sharingClient = Privileges(rawValue: 8)

  /// The privileges one by one.
  package var members: [Privilege] {
    Privilege.allCases.filter { contains(Privileges($0)) }
  }
}
