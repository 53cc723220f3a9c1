/// What an access control asks of a person, or what is still missing of it.
package struct AuthenticationRequirement: Hashable, Sendable {
  /// Each is met by any one of its methods; all of them have to be met.
  package let clauses: [AuthenticationMethods]
  /// Whether a password of the application's has to open the item as well, whatever else is met.
  package let needsApplicationPassword: Bool

  /// Nothing but one of the methods.
  package init(oneOf methods: AuthenticationMethods) {
    self.init(clauses: [methods], needsApplicationPassword: false)
  }

  init(clauses: [AuthenticationMethods], needsApplicationPassword: Bool) {
    self.clauses = clauses
    self.needsApplicationPassword = needsApplicationPassword
  }

  /// Whether nothing is asked for.
  package var isNothing: Bool { clauses.isEmpty && !needsApplicationPassword }

  /// What is missing still, where some methods were met and the password did or did not open the item.
  package func missing(met: AuthenticationMethods, isPasswordRight: Bool) -> AuthenticationRequirement {
    AuthenticationRequirement(
      clauses: clauses.filter { $0.isDisjoint(with: met) },
      needsApplicationPassword: needsApplicationPassword && !isPasswordRight)
  }

  /// What it comes to where there is nobody to ask: what no one could type fails at once, the rest for want of
  /// somebody.
  package var unattended: AccessRequirement {
    guard !isNothing else { return .nothing }
    return canBeMet(offering: .passcode) ? .interaction : .hardware
  }

  /// Whether a person who is offered these methods can meet it at all; a password can always be typed.
  package func canBeMet(offering methods: AuthenticationMethods) -> Bool {
    clauses.allSatisfy { !$0.isDisjoint(with: methods) }
  }
}

extension AccessControl {
  /// By which methods each constraint is met.
  // swift-format-ignore
  private static let constraints: [(flag: AccessControlFlags, methods: AuthenticationMethods)] = [
    (.userPresence,       [.passcode, .biometry]),
    (.devicePasscode,     .passcode),
    (.biometryAny,        .biometry),
    (.biometryCurrentSet, .biometry),
    (.companion,          .companion),
  ]

  /// What must be met before the item opens: every constraint, or with `or` one of them; an application password beside
  /// them in either case.
  package var authentication: AuthenticationRequirement {
    let each = Self.constraints.filter { flags.contains($0.flag) }.map(\.methods)
    return AuthenticationRequirement(
      clauses: flags.contains(.or) && !each.isEmpty ? [each.reduce([]) { $0.union($1) }] : each,
      needsApplicationPassword: needsApplicationPassword)
  }

  /// Whether the secret is sealed under a password of the application's as well.
  package var needsApplicationPassword: Bool { flags.contains(.applicationPassword) }
}
