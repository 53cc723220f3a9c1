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

  private let keychain: Keychain
  private let operation: ItemOperation
  private var mode: AuthenticationUI
  /// The reason that the query itself gives.
  private let prompt: String?
  /// The one that was given, or that this call made when it first had to ask.
  private var context: AuthenticationContext?
  private var challenge: Challenge?
  private var questions = 0
  /// The last password that a person typed during this call, which may open other items as well.
  private var typedPassword: SecretBytes?
  /// What this call seals under: derived once, whatever it seals.
  private(set) var sealingKey: ApplicationPasswordKey?

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
    challenge = .opening(control, header)
    throw unattended(missing)
  }

  /// The key to seal an item under that asks for an application password.
  ///
  /// - Throws: `.interactionNotAllowed` where it is not derived yet: what then has to be done is noted.
  mutating func keyForSealing() throws(KeychainError) -> ApplicationPasswordKey {
    if let sealingKey { return sealingKey }
    challenge = .sealing
    throw .interactionNotAllowed
  }

  /// The same for a search inside a search: whatever asks for anything is passed over.
  var skipping: CallAccess {
    var access = self
    access.mode = .skip
    access.context = nil
    return access
  }

  private func unattended(_ missing: AuthenticationRequirement) -> KeychainError {
    mode == .allow && context?.interactionNotAllowed != true ? missing.unattended : .interactionNotAllowed
  }
}

// MARK: - Between rounds

extension CallAccess {
  /// Has answered what ended the last round, so that the call can run again.
  ///
  /// - Parameter error: what the round ended with; thrown again where no item had asked for anything.
  mutating func meet(_ error: KeychainError) throws(KeychainError) {
    guard let challenge else { throw error }
    guard questions < Self.questionLimit else { throw .authenticationFailed }
    self.challenge = nil
    let context = context ?? AuthenticationContext()
    self.context = context
    let conversation = Conversation(
      about: keychain.store, in: context, fallback: keychain.authenticator, mayAsk: mode == .allow,
      reason: reason(context))
    switch challenge {
    case .opening(let control, let header):
      if try conversation.meet(control.authentication) { questions += 1 }
      if let header { try derive(keyOf: header, conversation) }
    case .sealing:
      sealingKey = try derivedSealingKey(conversation)
    }
  }

  /// Derives the key of an item's password: of the one that was set, of the last one typed, or of one asked for.
  private mutating func derive(
    keyOf header: ApplicationPasswordHeader, _ conversation: Conversation
  ) throws(KeychainError) {
    let lockEpoch = try conversation.currentLockEpoch()
    let (password, version) = conversation.context.applicationPassword
    var right: ApplicationPasswordKey?
    if let known = password ?? typedPassword { right = try Self.key(of: header, known) }
    if right == nil, password == nil {
      questions += 1
      let typed = try conversation.typedPassword(isNew: false)
      right = try Self.key(of: header, typed)
      if right != nil { typedPassword = typed }
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

  private mutating func derivedSealingKey(
    _ conversation: Conversation
  ) throws(KeychainError) -> ApplicationPasswordKey {
    let lockEpoch = try conversation.currentLockEpoch()
    let (set, version) = conversation.context.applicationPassword
    let password: SecretBytes
    if let set {
      password = set
    } else {
      questions += 1
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
