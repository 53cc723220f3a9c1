import KeychainCrypto
public import KeychainPolicy
package import KeychainSchema
import KeychainStorage

/// An encrypted keychain, seen by one caller.
///
/// Calls are synchronous, thread-safe and see what other processes commit. Two values on one file share its keys: a
/// lock through one is a lock of both.
///
/// ```swift
/// let keychain = try Keychain()
/// try keychain.upsert(.genericPassword(service: "mail", account: "ada"), secret: "correct horse")
/// ```
public final class Keychain: Sendable {
  /// Keeps the store open.
  let lease: StoreLease
  let store: Store
  /// Whose access groups the calls are judged by.
  public let caller: Caller
  /// Whether the caller may make a read that names no group: the rules' answer to the most frequent question, kept.
  let isPlainReadAllowed: Bool
  /// Who asks a person where an item wants one and the context has nobody of its own; nil: nobody.
  let authenticator: (any Authenticator)?
  /// What calls that name no context are told about the person behind them.
  let context: AuthenticationContext?

  init(_ lease: StoreLease, caller: Caller) {
    self.lease = lease
    store = lease.store
    self.caller = caller
    isPlainReadAllowed = Policy.denial(of: Request(.read, by: caller), in: .entitlements ... .sharing) == nil
    authenticator = nil
    context = nil
  }

  /// The same keychain for the same caller, with somebody else to ask.
  private init(_ keychain: Keychain, authenticator: (any Authenticator)?, context: AuthenticationContext?) {
    lease = keychain.lease
    store = keychain.store
    caller = keychain.caller
    isPlainReadAllowed = keychain.isPlainReadAllowed
    self.authenticator = authenticator
    self.context = context
  }

  /// The user's default keychain, made on first use.
  ///
  /// It is `login.keychain-db` under `$XDG_DATA_HOME/keychains`; `KEYCHAIN_PATH` names another.
  public convenience init(as caller: Caller = .default) throws(KeychainError) {
    let path = try KeychainLocation.current.defaultKeychain
    try KeychainFolder.make(for: path)
    try self.init(at: path, as: caller)
  }

  /// The keychain at a path, made where nothing is; what is there is never moved, and nothing but the same keychain in
  /// the present format ever takes its place.
  ///
  /// - Throws: `.notAKeychain` or `.unusable` with the path and the reason where the file cannot be a keychain of the
  ///   caller's; its bytes stay untouched. `.deviceSecretMissing`, `.damaged` and `.newerVersion` are what they say.
  public convenience init(
    at path: String, as caller: Caller = .default, options: Options = Options()
  ) throws(KeychainError) {
    let opening = StoreOpening(path: path, settings: try options.settings())
    self.init(try opening.store(ifAbsent: .make(passphrase: nil)), caller: caller)
  }

  /// Opens the keychain at a path, and never makes one.
  public static func open(
    _ path: String, as caller: Caller = .default, options: Options = Options()
  ) throws(KeychainError) -> Keychain {
    let opening = StoreOpening(path: path, settings: try options.settings())
    return Keychain(try opening.store(ifAbsent: .fail), caller: caller)
  }

  /// Makes a new keychain, unlocked; with a passphrase, or one that opens by itself.
  ///
  /// - Throws: `.keychainExists` where something is at the path.
  public static func create(
    at path: String, passphrase: SecretBytes?, as caller: Caller = .default, options: Options = Options()
  ) throws(KeychainError) -> Keychain {
    let opening = StoreOpening(path: path, settings: try options.settings())
    return Keychain(try opening.store(ifAbsent: .makeNew(passphrase: passphrase)), caller: caller)
  }

  /// A keychain in memory, for tests: the same engine, and nothing of it on a disk.
  public static func inMemory(as caller: Caller = .default) throws(KeychainError) -> Keychain {
    Keychain(StoreLease(try Store.inMemory(Options())), caller: caller)
  }

  /// The same keychain for another caller.
  public func with(_ caller: Caller) -> Keychain {
    Keychain(Keychain(lease, caller: caller), authenticator: authenticator, context: context)
  }

  /// The same keychain with somebody who asks a person where an item wants one; nil: nobody does, and such items stay
  /// shut.
  public func with(_ authenticator: (any Authenticator)?) -> Keychain {
    Keychain(self, authenticator: authenticator, context: context)
  }

  /// The same keychain, with a context for the calls that name none: who authenticated through it once need not again.
  public func with(_ context: AuthenticationContext?) -> Keychain {
    Keychain(self, authenticator: authenticator, context: context)
  }

  /// Where the file lies; nil for a keychain in memory.
  public var path: String? { store.database.path }
}

extension Keychain {
  /// What a keychain is opened with.
  ///
  /// A process opens a file once: while one `Keychain` on it lives, another is opened with the options of the first.
  public struct Options: Sendable {
    /// The folder of device secrets; nil: the user's, by `KeychainLocation`.
    public var stateFolder: String?
    /// Whether a new keychain does without a device secret, so that its file opens on any machine by its passphrase.
    public var isPortable = false
    /// Whether an unlock reaches other processes of the user, through the kernel's keyring.
    public var sharesUnlock = false
    /// Whether the process leaves no core dump from the opening on, and lets no other process of the user read its
    /// memory: for all of it, until it ends. Debuggers and crash reporters then find nothing either.
    public var protectsProcessMemory = false
    /// What Argon2id may cost.
    package var keyDerivation = KeyDerivationLimits.standard
    /// What dates and versions are taken from.
    package var clock = KeychainClock.system
    /// When rows are compared with the state record in the background; nil: never, as by a process that ends at once.
    package var verificationDelays: VerificationDelays? = VerificationDelays()
    /// The layer through which SQLite reaches the files, by its registered name; nil: the system's.
    package var fileLayer: String?
    /// The steps to the newest version of the database.
    package var migrations = Migration.all

    /// Device-bound, without the kernel's keyring; what differs is set afterwards.
    public init(stateFolder: String? = nil) {
      self.stateFolder = stateFolder
    }

    func settings() throws(KeychainError) -> StoreSettings {
      let folder: String
      if let stateFolder { folder = stateFolder } else { folder = try KeychainLocation.current.stateFolder }
      return StoreSettings(
        limits: keyDerivation, clock: clock,
        deviceSecrets: DeviceSecretFile(folder: folder),
        isPortable: isPortable, credentials: .ofProcess, agent: sharesUnlock ? KernelKeyring() : nil,
        protectsProcessMemory: protectsProcessMemory,
        fileLayer: fileLayer, migrations: migrations, verificationDelays: verificationDelays)
    }
  }
}
