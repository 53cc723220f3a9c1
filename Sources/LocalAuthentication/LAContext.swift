public import Foundation
import KeychainCrypto
public import KeychainKit
public import Security
import Synchronization

/// How a program has a person authenticate, and for how long that counts.
///
/// As the value of `kSecUseAuthenticationContext` it lets the `SecItem` calls that it is given to pass without asking
/// again, until it is invalidated or the keychain is locked. Who asks, and how, says the authenticator of the process
/// (`ProcessKeychain.use(_:)`): without one there is nobody to ask, and every evaluation fails and says so.
open class LAContext: NSObject, @unchecked Sendable {  // the context and the mutex guard all there is
  /// The same as KeychainKit knows it.
  public let authenticationContext = AuthenticationContext()

  private struct Wishes {
    var fallback: String?
    var cancel: String?
    var attempts: Int?
  }

  private let wishes = Mutex(Wishes())

  /// A context that nobody has authenticated for yet.
  public override init() {}

  /// What the person is told by calls that give no reason of their own.
  open var localizedReason: String {
    get { authenticationContext.localizedReason }
    set { authenticationContext.localizedReason = newValue }
  }

  /// Whether nobody may be asked: what would have to be, fails with `.notInteractive`, and calls with
  /// `errSecInteractionNotAllowed`.
  open var interactionNotAllowed: Bool {
    get { authenticationContext.interactionNotAllowed }
    set { authenticationContext.interactionNotAllowed = newValue }
  }

  /// What the way to another method is called; kept, and shown by nobody here.
  open var localizedFallbackTitle: String? {
    get { wishes.withLock { $0.fallback } }
    set { wishes.withLock { $0.fallback = newValue } }
  }

  /// What the way out is called; kept, and shown by nobody here.
  open var localizedCancelTitle: String? {
    get { wishes.withLock { $0.cancel } }
    set { wishes.withLock { $0.cancel = newValue } }
  }

  /// How many seconds ago an authentication by biometry may lie that counts again, at most 300.
  ///
  /// An authenticator that has such a memory is told; a passphrase is never counted again.
  open var touchIDAuthenticationAllowableReuseDuration: TimeInterval {
    get { authenticationContext.reuseDurationSeconds }
    set { authenticationContext.reuseDurationSeconds = newValue }
  }

  /// Which biometry the system has: none.
  open var biometryType: LABiometryType { .none }

  /// What changes when fingers or faces are enrolled: nothing is, so there is nothing.
  open var evaluatedPolicyDomainState: Data? { nil }

  /// How many attempts by biometry may fail before another way is offered; kept, and of no effect here.
  open var maxBiometryFailures: NSNumber? {
    get { wishes.withLock { $0.attempts }.map { NSNumber(value: $0) } }
    set { wishes.withLock { $0.attempts = newValue?.intValue } }
  }

  /// Whether a person could be asked for this now; nobody is.
  ///
  /// - Parameter error: an `LAError` that says why not.
  open func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool {
    unsafe judge(policy, error)
  }

  /// Asks a person to show that it is them, and then calls `reply`, on a thread of its own.
  ///
  /// - Parameter localizedReason: what the person is told.
  @preconcurrency
  open func evaluatePolicy(
    _ policy: LAPolicy, localizedReason: String, reply: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    answer(policy, localizedReason, reply)
  }

  /// Asks a person to show that it is them.
  ///
  /// - Returns: true; a failure is thrown, as an `LAError`.
  @discardableResult
  open func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      evaluatePolicy(policy, localizedReason: localizedReason) { isMet, error in
        continuation.resume(with: error.map { .failure($0) } ?? .success(isMet))
      }
    }
  }

  /// Asks a person for what an access control wants, so that calls with this context need not; then calls `reply`.
  @preconcurrency
  open func evaluateAccessControl(
    _ accessControl: SecAccessControl, operation: LAAccessControlOperation, localizedReason: String,
    reply: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    answer(accessControl, operation, localizedReason, reply)
  }

  /// Asks a person for what an access control wants, so that calls with this context need not.
  ///
  /// - Returns: true; a failure is thrown, as an `LAError`.
  @discardableResult
  open func evaluateAccessControl(
    _ accessControl: SecAccessControl, operation: LAAccessControlOperation, localizedReason: String
  ) async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      evaluateAccessControl(accessControl, operation: operation, localizedReason: localizedReason) { isMet, error in
        continuation.resume(with: error.map { .failure($0) } ?? .success(isMet))
      }
    }
  }

  /// Forgets everything for good: what is under way and what comes later fails with `.invalidContext`.
  open func invalidate() {
    authenticationContext.invalidate()
  }

  /// Sets the password of items whose access control wants one; nil removes it.
  ///
  /// - Returns: whether there is such a kind of credential here.
  @discardableResult
  open func setCredential(_ credential: Data?, type: LACredentialType) -> Bool {
    guard type == .applicationPassword, !authenticationContext.isInvalidated else { return false }
    let password = unsafe credential?.withUnsafeBytes { unsafe SecretBytes(copying: $0.bytes) }
    authenticationContext.setApplicationPassword(password)
    return true
  }

  /// Whether a credential of the kind is set.
  open func isCredentialSet(_ type: LACredentialType) -> Bool {
    type == .applicationPassword && authenticationContext.hasApplicationPassword
  }
}

extension LAContext: AuthenticationContextProvider {}

/// The longest reuse duration there is, in seconds.
public let LATouchIDAuthenticationMaximumAllowableReuseDuration: TimeInterval =
  AuthenticationContext.longestReuseDurationSeconds
