import KeychainCrypto
import KeychainPolicy
import KeychainStorage
import Synchronization

/// Asks a person what one call, or one evaluation, needs; always outside of every lock and transaction.
struct Conversation {
  let store: Store
  let context: AuthenticationContext
  /// Nil where nobody installed one.
  let authenticator: (any Authenticator)?
  let mayAsk: Bool
  let reason: String

  /// - Parameter fallback: the authenticator of a keychain, used where the context has none of its own.
  init(
    about store: Store, in context: AuthenticationContext, fallback: (any Authenticator)?, mayAsk: Bool, reason: String
  ) {
    self.store = store
    self.context = context
    authenticator = context.authenticator ?? fallback
    self.mayAsk = mayAsk && !context.interactionNotAllowed
    self.reason = reason
  }

  /// The methods that a person can be asked for here: without a passphrase there is no passcode.
  var offeredMethods: AuthenticationMethods {
    guard let authenticator else { return [] }
    return store.keyring.state == .noPassphrase ? authenticator.methods.subtracting(.passcode) : authenticator.methods
  }

  /// Has each group of methods met that is not met yet, after it was seen that all of them can be.
  ///
  /// - Returns: whether anybody was asked.
  /// - Throws: `.interactionNotAllowed` where nobody can be asked, `.passphraseNotSet`, `.authenticationFailed`,
  ///   `.userCanceled`.
  @discardableResult
  func meet(_ requirement: AuthenticationRequirement) throws(KeychainError) -> Bool {
    let lockEpoch = try currentLockEpoch()
    let grants = try context.grants(on: store)
    var met = grants.methods(under: lockEpoch)
    let missing = requirement.missing(met: met, isPasswordRight: true)
    guard !missing.isNothing else { return false }
    guard mayAsk else { throw .interactionNotAllowed }
    guard let authenticator else { throw missing.unattendedError }
    let offered = offeredMethods
    guard missing.canBeMet(offering: offered) else {
      throw missing.canBeMet(offering: authenticator.methods) ? .passphraseNotSet : .authenticationFailed
    }
    for clause in missing.clauses where clause.isDisjoint(with: met) {
      let answer = try ask(authenticator, for: clause.intersection(offered))
      met.formUnion(answer)
      try context.grants(on: store).add(answer, under: lockEpoch)
    }
    return true
  }

  private func ask(
    _ authenticator: any Authenticator, for methods: AuthenticationMethods
  ) throws(KeychainError) -> AuthenticationMethods {
    let request = AuthenticationRequest(
      reason: reason, methods: methods, keychainPath: store.database.path,
      reuseDurationSeconds: context.reuseDurationSeconds
    ) { [store] passphrase throws(KeychainError) in try store.verify(.passphrase(passphrase)) }
    let answer: AuthenticationMethods
    do {
      answer = try authenticator.authenticate(request).intersection(methods)
    } catch {
      throw KeychainError(error)
    }
    // INVARIANT: nothing is granted that was not asked for and answered.
    guard !answer.isEmpty else { throw .authenticationFailed }
    return answer
  }

  /// Asks for a password of the application's.
  func typedPassword(isNew: Bool) throws(KeychainError) -> SecretBytes {
    guard mayAsk, let authenticator else { throw .interactionNotAllowed }
    do {
      return try authenticator.applicationPassword(
        for: ApplicationPasswordRequest(reason: reason, isNew: isNew, keychainPath: store.database.path))
    } catch {
      throw KeychainError(error)
    }
  }

  /// The lock epoch that grants are noted under, after any lock was acted upon.
  func currentLockEpoch() throws(KeychainError) -> UInt64 {
    try store.noticeLock()
    return store.seenLockEpoch.load(ordering: .acquiring)
  }
}

extension AuthenticationRequirement {
  /// What a call ends with where there is nobody to ask.
  var unattendedError: KeychainError {
    unattended == .hardware ? .authenticationFailed : .interactionNotAllowed
  }
}
