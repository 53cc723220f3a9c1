import KeychainCrypto
public import KeychainPolicy

extension AuthenticationContext {
  /// Asks a person for everything that an access control needs, so that calls with this context need not.
  ///
  /// An application password that was not set is asked for as well and set: whether it is right, each item says when it
  /// is used. To add an item nothing but that password is needed.
  /// - Throws: `.userCanceled`, `.interactionNotAllowed`, `.authenticationFailed`, `.passphraseNotSet`,
  ///   `.contextInvalidated`.
  public func evaluate(
    _ control: AccessControl, for operation: ItemOperation, reason: String, on keychain: Keychain
  ) throws(KeychainError) {
    // A context that was invalidated evaluates nothing, be it that nothing is asked for.
    _ = try grants(on: keychain.store)
    let required = control.authentication
    let conversation = conversation(reason, keychain)
    if operation != .add { try conversation.meet(required) }
    guard required.needsApplicationPassword else { return }
    let (password, version) = applicationPassword
    guard password == nil else { return }
    let typed = try conversation.typedPassword(isNew: operation == .add)
    guard !isInvalidated else { throw .contextInvalidated }
    // What the program set meanwhile is the newer word.
    if applicationPassword.version == version { setApplicationPassword(typed) }
  }

  /// Asks a person for one of the methods, so that calls with this context need not.
  ///
  /// - Throws: as for an access control.
  public func evaluate(
    _ methods: AuthenticationMethods, reason: String, on keychain: Keychain
  ) throws(KeychainError) {
    try conversation(reason, keychain).meet(AuthenticationRequirement(oneOf: methods))
  }

  /// The methods that a person can be asked for with this context, whether or not they have met one already.
  public func offeredMethods(on keychain: Keychain) -> AuthenticationMethods {
    conversation("", keychain).offeredMethods
  }

  /// The methods that a person has met on this keychain, under this context and since the last lock.
  public func metMethods(on keychain: Keychain) throws(KeychainError) -> AuthenticationMethods {
    let conversation = conversation("", keychain)
    return try grants(on: keychain.store).methods(under: conversation.currentLockEpoch())
  }

  private func conversation(_ reason: String, _ keychain: Keychain) -> Conversation {
    Conversation(
      about: keychain.store, in: self, fallback: keychain.authenticator, mayAsk: true,
      reason: reason.isEmpty ? localizedReason : reason)
  }
}
