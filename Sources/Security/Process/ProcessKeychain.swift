public import KeychainKit
import Synchronization

/// The keychain and the caller that the `SecItem` functions of this process work with.
///
/// Where a program sets nothing, the keychain is the user's default one, or the one `KEYCHAIN_PATH` names, and the
/// caller has the entitlements of the file that `KEYCHAIN_ENTITLEMENTS` names, else of `<executable>.entitlements`
/// beside the executable, else the one group `default`, which all programs without entitlements share.
///
/// ```swift
/// ProcessKeychain.use(try Keychain(at: path, as: Caller(accessGroups: ["TEAM.mail", "TEAM.shared"])))
/// ```
public enum ProcessKeychain {
  private struct Choice: Sendable {
    /// What the program set.
    var keychain: Keychain?
    var caller: Caller?
    var authenticator: (any Authenticator)?
    var dialect = Dialect.macOS
    var recoveryHandler: (@Sendable (SalvageReport) -> Void)?
    /// Grows with everything that is set.
    var version = 0
    /// What the calls use; made on the first one, and made anew where something was set since.
    var resolved: Keychain?
  }

  private static let choice = Mutex(Choice())

  /// What the calls of one task use instead.
  @TaskLocal private static var ofTask: Keychain?
  @TaskLocal private static var dialectOfTask: Dialect?

  /// Changes what was set. What is replaced goes after the lock does: a keychain may close, and an authenticator is
  /// somebody else's code.
  private static func change(_ body: (inout Choice) -> Void) {
    let replaced = choice.withLock { choice in
      let old = choice
      body(&choice)
      choice.version = old.version + 1
      choice.resolved = nil
      return old
    }
    withExtendedLifetime(replaced) {}
  }

  /// Uses this keychain from the next call on, and its caller, unless one was set by itself.
  public static func use(_ keychain: Keychain) {
    change { $0.keychain = keychain }
  }

  /// Calls for this caller from now on, whatever keychain is used.
  public static func use(_ caller: Caller) {
    change { $0.caller = caller }
  }

  /// Has a person asked through this from now on, where an item wants one; nil: nobody can be asked.
  ///
  /// ```swift
  /// ProcessKeychain.use(PassphraseAuthenticator { prompt in askInOurWindow(prompt.reason) })
  /// ```
  public static func use(_ authenticator: (any Authenticator)?) {
    change { $0.authenticator = authenticator }
  }

  /// Answers as this platform from now on.
  public static func use(_ dialect: Dialect) {
    change { $0.dialect = dialect }
  }

  /// Is told from now on when the default keychain of the process was salvaged, because its file was no database.
  ///
  /// Without a handler a line on the standard error says so; `recovery` holds the report in either case, and the
  /// keychain's `condition` says it to every program until its owner accepts.
  public static func use(recoveryHandler: (@Sendable (SalvageReport) -> Void)?) {
    change { $0.recoveryHandler = recoveryHandler }
  }

  /// What was done when the default keychain of this process was salvaged last; nil: it was not.
  public static var recovery: SalvageReport? { ProcessRecovery.last }

  /// Uses this keychain for the calls that `body` makes, and for no others: those of other tasks and threads go on with
  /// the keychain of the process.
  ///
  /// A test gives the code under test a keychain of its own by this, and a server each request that of its user.
  ///
  /// `dialect` is the platform that answers meanwhile; nil: as before.
  public static func withKeychain<Result, Failure: Error>(
    _ keychain: Keychain, dialect: Dialect? = nil, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outcome = $ofTask.withValue(keychain) {
      $dialectOfTask.withValue(dialect ?? dialectOfTask) { Swift.Result { () throws(Failure) in try body() } }
    }
    return try outcome.get()
  }

  /// The same for a body that waits; tasks it starts inherit the keychain.
  public static func withKeychain<Result, Failure: Error>(
    _ keychain: Keychain, dialect: Dialect? = nil, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let outcome = await $ofTask.withValue(keychain) {
      await $dialectOfTask.withValue(dialect ?? dialectOfTask) {
        do throws(Failure) {
          return Swift.Result<Result, Failure>.success(try await body())
        } catch {
          return .failure(error)
        }
      }
    }
    return try outcome.get()
  }

  /// Forgets what was set, and looks at the environment again.
  public static func reset() {
    change { $0 = Choice() }
  }

  /// The keychain that the calls use now, opened or made where it was not.
  ///
  /// - Throws: what keeps it from being opened; the next call tries again.
  public static var keychain: Keychain {
    get throws(KeychainError) {
      if let keychain = ofTask ?? choice.withLock({ $0.resolved }) { return keychain }
      while true {
        let asked = choice.withLock { $0 }
        // Opening reads files, so it happens outside of the lock; whatever was set meanwhile counts.
        let resolved = try resolved(asked)
        let (isCurrent, replaced) = choice.withLock { choice -> (Bool, Keychain?) in
          guard choice.version == asked.version else { return (false, nil) }
          defer { choice.resolved = resolved }
          return (true, choice.resolved)
        }
        withExtendedLifetime(replaced) {}
        if isCurrent { return resolved }
      }
    }
  }

  private static func resolved(_ choice: Choice) throws(KeychainError) -> Keychain {
    let keychain = try found(choice)
    guard let authenticator = choice.authenticator else { return keychain }
    return keychain.with(authenticator)
  }

  private static func found(_ choice: Choice) throws(KeychainError) -> Keychain {
    switch (choice.keychain, choice.caller) {
    case (let keychain?, let caller?): return keychain.with(caller)
    case (let keychain?, nil): return keychain
    case (nil, let caller?): return try defaultKeychain(as: caller, choice)
    case (nil, nil):
      guard let file = try EntitlementsFile.current() else { return try defaultKeychain(as: .default, choice) }
      return try defaultKeychain(as: Caller(entitlements: try file.entitlements()), choice)
    }
  }

  private static func defaultKeychain(as caller: Caller, _ choice: Choice) throws(KeychainError) -> Keychain {
    let (keychain, report) = try Keychain.recoveringDefault(as: caller)
    if let report { ProcessRecovery.tell(report, of: keychain, choice.recoveryHandler) }
    return keychain
  }

  /// Which platform answers now.
  public static var dialect: Dialect {
    dialectOfTask ?? choice.withLock { $0.dialect }
  }

  /// Why the last of the four calls on this thread failed; nil where it succeeded.
  ///
  /// It says what the status code cannot: which group was asked for and which are held, or which key was wrong.
  public static var lastError: KeychainError? { LastError.value }
}
