import KeychainCrypto
import KeychainPolicy
import KeychainSchema
import Synchronization

/// What one call may see of items that ask for a person.
///
/// A call runs in rounds. Inside a transaction nobody is asked: the engine meets an item that asks for something, notes
/// it here, and ends the transaction with the error that stands where nobody can be asked. Then, outside of everything,
/// `meet` has it answered, and the call runs again. On the stack of the call, so that one that meets no such item pays
/// for nothing.
struct CallAccess {
  /// What an item asked for that ended a round.
  private enum Challenge {
    /// Its constraints, and for an item under an application password how its secret begins.
    case opening(AccessControl, ApplicationPasswordHeader?)
    /// A password under which an item can be sealed.
    case sealing
  }

  /// What only a call has that met such an item. One call runs on one thread.
  private final class Rounds {
    var challenge: Challenge?
    var questions = 0
    /// The last password that a person typed, which may open other items as well.
    var typedPassword: SecretBytes?
    /// What the call seals under: derived once, whatever it seals.
    var sealingKey: ApplicationPasswordKey?
  }

  private let keychain: Keychain
  private let operation: ItemOperation
  private var mode: AuthenticationUI
  /// The reason that the query itself gives.
  private let prompt: String?
  /// The one that was given, or that this call made when it first had to ask.
  private var context: AuthenticationContext?
  private var rounds: Rounds?

  /// More questions than a call ever needs.
  private static let questionLimit = 20

  /// - Parameter context: of the query; without one the keychain's counts.
  /// - Throws: `.contextInvalidated`.
  init(
    _ operation: ItemOperation, _ keychain: Keychain, context: AuthenticationContext? = nil,
    mode: AuthenticationUI = .allow, prompt: String? = nil
  ) throws(KeychainError) {
    self.keychain = keychain
    self.operation = operation
    self.mode = mode
    self.prompt = prompt
    self.context = context ?? keychain.context
    if let context = self.context, context.isInvalidated { throw .contextInvalidated }
  }
}

// MARK: - Inside a transaction

extension CallAccess {
  /// What a call may do with an item.
  enum Admission {
    /// It is as if the item were not there.
    case skipped
    /// The key is that of its application password, where it has one.
    case passed(ApplicationPasswordKey?)
  }

  /// Whether an item may be used: nothing is granted here that was not granted before.
  ///
  /// - Parameter header: how its secret begins, where an application password is asked for.
  /// - Throws: what the call ends with where nobody can be asked; `.authenticationFailed` where the password is wrong.
  mutating func admit(
    _ control: AccessControl, _ header: ApplicationPasswordHeader?
  ) throws(KeychainError) -> Admission {
    precondition(
      !control.needsApplicationPassword || header != nil, "an item under a password is judged by how its secret begins")
    let lockEpoch = keychain.store.seenLockEpoch.load(ordering: .acquiring)
    let grants = try context?.grants(on: keychain.store)
    let key = header.flatMap { grants?.key($0.parameters, under: lockEpoch) }
    let missing = control.authentication.missing(
      met: grants?.methods(under: lockEpoch) ?? [], isPasswordRight: key != nil)
    if missing.isNothing {
      if let header, let key, !header.accepts(key) { throw .authenticationFailed }
      return .passed(key)
    }
    // A password that was set opens without anybody being asked: that is tried even by a call that skips.
    let needsPerson = !missing.clauses.isEmpty || context?.hasApplicationPassword != true
    if mode == .skip, needsPerson { return .skipped }
    note(.opening(control, header))
    throw unattended(missing)
  }

  /// The key to seal an item under that asks for an application password.
  ///
  /// - Throws: `.interactionNotAllowed` where it is not derived yet: what then has to be done is noted.
  mutating func keyForSealing() throws(KeychainError) -> ApplicationPasswordKey {
    if let key = rounds?.sealingKey { return key }
    note(.sealing)
    throw .interactionNotAllowed
  }

  /// Whether that key is there.
  var hasKeyForSealing: Bool { rounds?.sealingKey != nil }

  private mutating func note(_ challenge: Challenge) {
    let rounds = rounds ?? Rounds()
    rounds.challenge = challenge
    self.rounds = rounds
  }

  /// The same for a search inside a search: whatever asks for anything is passed over.
  var skipping: CallAccess {
    var access = self
    access.mode = .skip
    access.context = nil
    access.rounds = nil
    return access
  }

  private func unattended(_ missing: AuthenticationRequirement) -> KeychainError {
    mode == .allow && context?.interactionNotAllowed != true ? missing.unattendedError : .interactionNotAllowed
  }
}

// MARK: - Between rounds

extension CallAccess {
  /// Has answered what ended the last round, so that the call can run again.
  ///
  /// - Parameter error: what the round ended with; thrown again where no item had asked for anything.
  mutating func meet(_ error: KeychainError) throws(KeychainError) {
    guard let rounds, let challenge = rounds.challenge else { throw error }
    try meet(challenge, rounds)
  }

  private mutating func meet(_ challenge: Challenge, _ rounds: Rounds) throws(KeychainError) {
    guard rounds.questions < Self.questionLimit else { throw .authenticationFailed }
    rounds.challenge = nil
    let context = context ?? AuthenticationContext()
    self.context = context
    let conversation = Conversation(
      about: keychain.store, in: context, fallback: keychain.authenticator, mayAsk: mode == .allow,
      reason: reason(context))
    switch challenge {
    case .opening(let control, let header):
      if try conversation.meet(control.authentication) { rounds.questions += 1 }
      if let header { try derive(keyOf: header, conversation, rounds) }
    case .sealing:
      rounds.sealingKey = try derivedSealingKey(conversation, rounds)
    }
  }

  /// Derives the key of an item's password: of the one that was set, of the last one typed, or of one asked for.
  private func derive(
    keyOf header: ApplicationPasswordHeader, _ conversation: Conversation, _ rounds: Rounds
  ) throws(KeychainError) {
    let lockEpoch = try conversation.currentLockEpoch()
    let (password, version) = conversation.context.applicationPassword
    var right: ApplicationPasswordKey?
    if let known = password ?? rounds.typedPassword { right = try Self.key(of: header, known) }
    if right == nil, password == nil {
      rounds.questions += 1
      let typed = try conversation.typedPassword(isNew: false)
      right = try Self.key(of: header, typed)
      if right != nil { rounds.typedPassword = typed }
    }
    guard let right else { throw .authenticationFailed }
    try conversation.context.keep(right, on: keychain.store, under: lockEpoch, since: version)
  }

  /// The key that the password gives, nil where it is not the item's.
  private static func key(
    of header: ApplicationPasswordHeader, _ password: SecretBytes
  ) throws(KeychainError) -> ApplicationPasswordKey? {
    do {
      let key = try ApplicationPasswordKey(of: header, from: password)
      return header.accepts(key) ? key : nil
    } catch {
      throw .outOfMemory
    }
  }

  private func derivedSealingKey(
    _ conversation: Conversation, _ rounds: Rounds
  ) throws(KeychainError) -> ApplicationPasswordKey {
    let lockEpoch = try conversation.currentLockEpoch()
    let (set, version) = conversation.context.applicationPassword
    let password: SecretBytes
    if let set {
      password = set
    } else {
      rounds.questions += 1
      password = try conversation.typedPassword(isNew: true)
    }
    let key: ApplicationPasswordKey
    do {
      key = try ApplicationPasswordKey(sealingWith: password, limits: keychain.store.settings.limits)
    } catch {
      throw .outOfMemory
    }
    // Whoever made the item with this context need not be asked for the password again.
    try conversation.context.keep(key, on: keychain.store, under: lockEpoch, since: version)
    return key
  }

  private func reason(_ context: AuthenticationContext) -> String {
    if let prompt, !prompt.isEmpty { return prompt }
    let reason = context.localizedReason
    if !reason.isEmpty { return reason }
    return switch operation {
    case .read: "use an item of the keychain"
    case .add: "add an item to the keychain"
    case .update: "change an item of the keychain"
    case .delete: "delete an item of the keychain"
    }
  }
}
