extension AccessControlError: CustomStringConvertible {
  /// A sentence for people: lower case, no full stop.
  public var description: String {
    switch self {
    case .unknownProtection: "no protection class has this code"
    case .unknownFlags: "a flag of the access control has no meaning"
    case .orWithAnd: "an access control cannot ask for one constraint and for all of them"
    case .twoBiometries: "an access control asks for any biometry or for the current set, not for both"
    case .userPresenceWithOthers:
      "user presence goes with an application password and with the use of a private key, and with nothing else"
    case .malformed: "the bytes are no access control"
    case .newer: "a newer version wrote the access control"
    }
  }
}
