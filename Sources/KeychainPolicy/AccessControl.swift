public import KeychainSchema

/// A protection class and what else must be met before an item opens: the value of `kSecAttrAccessControl`.
public struct AccessControl: Sendable {
  /// When the item's keys are there.
  public let protection: ProtectionClass
  /// What must be met beside.
  public let flags: AccessControlFlags
  /// Whether it stands for an item that has none: what a copy gives then goes with the protection class beside it.
  package let isImplied: Bool

  /// Combinations that contradict themselves cannot be made.
  /// - Throws: `.unknownFlags`, `.orWithAnd`, `.twoBiometries` or `.userPresenceWithOthers`, the first that is true.
  public init(protection: ProtectionClass, flags: AccessControlFlags = []) throws(AccessControlError) {
    guard flags.isSubset(of: .known) else { throw .unknownFlags }
    guard !flags.isSuperset(of: [.or, .and]) else { throw .orWithAnd }
    guard !flags.isSuperset(of: .biometry) else { throw .twoBiometries }
    guard
      !flags.contains(.userPresence)
        || flags.isSubset(of: [.userPresence, .applicationPassword, .privateKeyUsage])
    else { throw .userPresenceWithOthers }
    self.protection = protection
    self.flags = flags
    isImplied = false
  }

  /// What stands for an item that was given a protection class and nothing else.
  package init(impliedBy protection: ProtectionClass) {
    self.protection = protection
    flags = []
    isImplied = true
  }

  /// The same with the protection class by its code, a value of `kSecAttrAccessible`.
  /// - Throws: also `.unknownProtection`.
  public init(protectionCode code: String, flags: AccessControlFlags = []) throws(AccessControlError) {
    guard let protection = ProtectionClass(code: code) else { throw .unknownProtection }
    try self.init(protection: protection, flags: flags)
  }
}

extension AccessControl: Hashable {
  /// Two are the same where they ask for the same.
  public static func == (left: AccessControl, right: AccessControl) -> Bool {
    left.protection == right.protection && left.flags == right.flags
  }

  /// Hashes what is asked for.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(protection)
    hasher.combine(flags)
  }
}

/// Why there is no such access control.
public enum AccessControlError: Error, Hashable, Sendable {
  /// No protection class has the code.
  case unknownProtection
  /// A bit without a meaning.
  case unknownFlags
  /// `or` and `and` together.
  case orWithAnd
  /// Any enrolled biometry, and the current set only.
  case twoBiometries
  /// User presence goes with an application password and with the use of a private key, and with nothing else.
  case userPresenceWithOthers
  /// The bytes are no access control.
  case malformed
  /// The bytes are of a version, or have flags, that this build does not know.
  case newer
}

extension AccessControl {
  /// Whether anything beside the protection class must be met: such an item is not even listed without it.
  public var isConstrained: Bool { !constraints.isEmpty }

  /// Whether somebody must be there: whoever knows the password of an application's needs nobody else.
  package var asksForPerson: Bool { isConstrained && constraints != .applicationPassword }

  /// What stands in the way where there is nobody to ask.
  package var requirement: AccessRequirement { authentication.unattended }

  private var constraints: AccessControlFlags { flags.intersection(.constraints) }
}

/// What an item asks for before it opens, and what a call ends with where no authenticator is at hand.
package enum AccessRequirement: Hashable, Sendable {
  /// The item opens as any other.
  case nothing
  /// Biometry or a companion device, whatever else.
  case hardware
  /// Nothing but what a person can type.
  case interaction

  /// The status of a call that meets it without an authenticator.
  package var status: Status {
    switch self {
    case .nothing: .success
    case .hardware: .authenticationFailed
    case .interaction: .interactionNotAllowed
    }
  }
}
