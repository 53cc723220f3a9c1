public import KeychainCrypto
import KeychainPolicy
import KeychainSchema
import Synchronization

/// What calls are told about the person behind them, and what that person has shown already.
///
/// A context that was evaluated, or that a call has asked a person through, lets later calls pass without asking again:
/// until it is invalidated, or the keychain is locked. What was shown for one keychain counts for no other. Without a
/// context each call asks for itself.
///
/// ```swift
/// let context = AuthenticationContext()
/// context.localizedReason = "show the card's number"
/// let secret = try keychain.with(context).secret(for: .genericPassword(service: "bank", account: "ada"))
/// ```
public final class AuthenticationContext: Sendable {
  private struct State {
    var reason = ""
    var interactionNotAllowed = false
    var authenticator: (any Authenticator)?
    var reuseDurationSeconds = 0.0
    var password: SecretBytes?
    /// Grows with each change of the password: a key that was derived from an older one is not kept.
    var passwordVersion = 0
    var isInvalidated = false
    /// By the databases' identifiers.
    var books: [Identifier: Book] = [:]
  }

  private struct Book {
    let grants: GrantBook
    /// Whose locks end the grants: that of the store, which is another after the keychain was closed and opened.
    let watcher: GrantBooks
  }

  // Lock order: this, then that of a book. Nothing of a caller's is called or let go under it.
  private let state = Mutex(State())

  /// A context that nobody has authenticated for yet.
  ///
  /// - Parameter authenticator: asks for this context; nil: the one of the keychain that is used.
  public init(authenticator: (any Authenticator)? = nil) {
    state.withLock { $0.authenticator = authenticator }
  }

  /// What the person is told; empty: what the call says of itself.
  public var localizedReason: String {
    get { state.withLock { $0.reason } }
    set { state.withLock { $0.reason = newValue } }
  }

  /// Whether nobody may be asked: a call that would have to ends with `.interactionNotAllowed`.
  public var interactionNotAllowed: Bool {
    get { state.withLock { $0.interactionNotAllowed } }
    set { state.withLock { $0.interactionNotAllowed = newValue } }
  }

  /// Who asks for this context; nil: the authenticator of the keychain that is used.
  public var authenticator: (any Authenticator)? {
    get { state.withLock { $0.authenticator } }
    set {
      // The old one is let go after the lock is.
      let replaced = state.withLock { state in
        defer { state.authenticator = newValue }
        return state.authenticator
      }
      withExtendedLifetime(replaced) {}
    }
  }

  /// The longest `reuseDurationSeconds` there is.
  public static let longestReuseDurationSeconds = 300.0

  /// How long ago an authentication may lie that an authenticator remembers and counts again, from 0 to 300.
  ///
  /// It is handed to the authenticator and has no other effect. A passphrase is never counted again, and what this
  /// context was shown counts for as long as the context does, whatever stands here.
  public var reuseDurationSeconds: Double {
    get { state.withLock { $0.reuseDurationSeconds } }
    set {
      let seconds = newValue.isNaN ? 0 : min(max(newValue, 0), Self.longestReuseDurationSeconds)
      state.withLock { $0.reuseDurationSeconds = seconds }
    }
  }

  /// Sets the password under which items are sealed and opened without anybody being asked; nil removes it.
  ///
  /// The keys that earlier passwords gave are wiped.
  public func setApplicationPassword(_ password: SecretBytes?) {
    state.withLock { state in
      guard !state.isInvalidated else { return }
      state.password = password
      state.passwordVersion += 1
      for book in state.books.values { book.grants.forgetKeys() }
    }
  }

  /// Whether a password was set.
  public var hasApplicationPassword: Bool { state.withLock { $0.password != nil } }

  /// Forgets everything for good: from now on every call with this context fails, with `.contextInvalidated`.
  public func invalidate() {
    let (books, authenticator) = state.withLock { state in
      defer {
        state.isInvalidated = true
        state.password = nil
        state.passwordVersion += 1
        state.books = [:]
        state.authenticator = nil
      }
      return (state.books, state.authenticator)
    }
    for book in books.values { book.grants.end() }
    withExtendedLifetime(authenticator) {}
  }

  /// Whether it was invalidated.
  public var isInvalidated: Bool { state.withLock { $0.isInvalidated } }
}

extension AuthenticationContext {
  /// What it holds about a keychain.
  func grants(on store: Store) throws(KeychainError) -> GrantBook {
    try state.withLock { state throws(KeychainError) in
      guard !state.isInvalidated else { throw .contextInvalidated }
      let identifier = store.databaseIdentifier
      let known = state.books[identifier]
      if let known, known.watcher === store.grantBooks { return known.grants }
      let grants = known?.grants ?? GrantBook()
      store.grantBooks.watch(grants)
      state.books[identifier] = Book(grants: grants, watcher: store.grantBooks)
      return grants
    }
  }

  /// The password that was set, and how often it was changed by then.
  var applicationPassword: (password: SecretBytes?, version: Int) {
    state.withLock { ($0.password, $0.passwordVersion) }
  }

  /// Keeps a key for as long as the password stays that it was derived from, or that was typed meanwhile.
  func keep(
    _ key: ApplicationPasswordKey, on store: Store, under lockEpoch: UInt64, since version: Int
  ) throws(KeychainError) {
    let grants = try grants(on: store)
    state.withLock { state in
      guard !state.isInvalidated, state.passwordVersion == version else { return }
      grants.keep(key, under: lockEpoch)
    }
  }
}

/// An object that stands for an authentication context where it is the value of `kSecUseAuthenticationContext`.
public protocol AuthenticationContextProvider {
  /// What it stands for.
  var authenticationContext: AuthenticationContext { get }
}

extension AuthenticationContext: AuthenticationContextProvider {
  /// The context itself.
  public var authenticationContext: AuthenticationContext { self }
}
