import Foundation
import KeychainKit
import KeychainPolicy
import KeychainSchema
import TestSupport

/// The door through the query dictionaries of KeychainKit.
final class KitDoor: ConformanceDoor {
  private let folder: String
  private var caller = Caller.default
  private var hasPasscode = false
  /// The one reference to the keychain of the case: dropping it is a restart of the device.
  private var keychain: Keychain?

  /// Makes an empty keychain in `folder`, sets a passphrase and leaves it unlocked.
  init(folder: String) throws(DoorError) {
    self.folder = folder
    try reopen()
    try setPasscode()
  }

  // MARK: the four calls

  func add(_ attributes: [String: EngineValue], wantsResult: Bool) -> EngineAnswer {
    answer(wantsResult: wantsResult) { keychain throws(KeychainError) in
      try keychain.add(NativeForm.native(attributes))
    }
  }

  func copyMatching(_ query: [String: EngineValue], wantsResult: Bool) -> EngineAnswer {
    answer(wantsResult: wantsResult) { keychain throws(KeychainError) in
      try keychain.copyMatching(NativeForm.native(query))
    }
  }

  func update(_ query: [String: EngineValue], attributes: [String: EngineValue]) -> EngineAnswer {
    answer { keychain throws(KeychainError) in
      try keychain.update(NativeForm.native(query), NativeForm.native(attributes))
      return nil
    }
  }

  func delete(_ query: [String: EngineValue]) -> EngineAnswer {
    answer { keychain throws(KeychainError) in
      try keychain.delete(NativeForm.native(query))
      return nil
    }
  }

  private func answer(
    wantsResult: Bool = true,
    _ call: (Keychain) throws(KeychainError) -> Any?
  ) -> EngineAnswer {
    guard let keychain = keychainOfCaller else { return EngineAnswer(.noSuchKeychain) }
    do throws(KeychainError) {
      let result = try call(keychain)
      return EngineAnswer(
        code: Status.success.rawValue,
        result: wantsResult ? result.map { NativeForm.engineValue($0, accessControl: KitPolicy.accessControl) } : nil
      )
    } catch {
      return EngineAnswer(error.status)
    }
  }

  // MARK: the caller

  /// The keychain as the caller sees it; nil where the device could not start again.
  var keychainOfCaller: Keychain? { keychain?.with(caller) }

  func setEntitlements(_ entitlements: [String: Entitlement]) {
    caller = KitPolicy.caller(entitlements)
  }

  func createAccessControl(protection: String, flags: [AccessControlFlag]) -> EngineAnswer {
    KitPolicy.createAccessControl(protection: protection, flags: flags)
  }

  func makeAuthenticationContext(isAuthenticated: Bool) -> any Sendable {
    let context = AuthenticationContext(authenticator: isAuthenticated ? WillingPerson() : nil)
    guard isAuthenticated, let keychain else { return context }
    for method: AuthenticationMethods in [.passcode, .biometry, .companion] {
      do {
        try context.evaluate(method, reason: "run a case", on: keychain)
      } catch {
        // Without a passcode on the device there is none to know; what needs one then says so in the case.
      }
    }
    return context
  }

  /// Meets whatever is asked for.
  private struct WillingPerson: Authenticator {
    var methods: AuthenticationMethods { .all }

    func authenticate(_ request: AuthenticationRequest) -> AuthenticationMethods { request.methods }

    func applicationPassword(for request: ApplicationPasswordRequest) -> SecretBytes { SecretBytes("conformance") }
  }

  // MARK: the device

  func lock() throws(DoorError) {
    try change { keychain throws(KeychainError) in try keychain.lock() }
  }

  func unlock() throws(DoorError) {
    guard hasPasscode else { return }
    try change { keychain throws(KeychainError) in try keychain.unlock(passphrase: Self.passphrase) }
  }

  func reboot() throws(DoorError) {
    keychain = nil
    try reopen()
  }

  func setPasscode() throws(DoorError) {
    guard !hasPasscode else { return }
    try change { keychain throws(KeychainError) in try keychain.setPassphrase(Self.passphrase) }
    hasPasscode = true
  }

  func removePasscode() throws(DoorError) {
    guard hasPasscode else { return }
    try change { keychain throws(KeychainError) in try keychain.removePassphrase(current: Self.passphrase) }
    hasPasscode = false
  }

  /// Changes the middle byte of every item's sealed metadata.
  func corruptAll() throws(DoorError) {
    do {
      try SQLiteFile(opening: path).execute(
        """
        UPDATE item
        SET metadata = CAST(
          substr(metadata, 1, length(metadata) / 2)
          || CASE substr(metadata, length(metadata) / 2 + 1, 1) WHEN x'00' THEN x'01' ELSE x'00' END
          || substr(metadata, length(metadata) / 2 + 2)
          AS BLOB)
        """
      )
    } catch {
      throw DoorError(reason: "\(error)")
    }
  }

  /// Every call of KeychainKit has done its work when it returns.
  func drainBackgroundWork() throws(DoorError) {}

  private func reopen() throws(DoorError) {
    do throws(KeychainError) {
      keychain = try Keychain(at: path, as: caller, options: options)
    } catch {
      throw DoorError(reason: error.status.name)
    }
  }

  private func change(_ body: (Keychain) throws(KeychainError) -> Void) throws(DoorError) {
    guard let keychain else { throw DoorError(reason: "no keychain") }
    do throws(KeychainError) {
      try body(keychain)
    } catch {
      throw DoorError(reason: error.status.name)
    }
  }

  private var path: String { "\(folder)/conformance.keychain-db" }

  /// Keeps the device secret in the folder of the case; a passphrase costs next to nothing in debug builds only.
  private var options: Keychain.Options {
    var options = Keychain.Options(stateFolder: "\(folder)/state")
    #if DEBUG
      options.keyDerivation = .testing
    #endif
    return options
  }

  private static var passphrase: SecretBytes { SecretBytes("conformance") }
}

extension DoorEntry {
  /// `--through kit`.
  package static let kit = DoorEntry(
    name: "kit",
    summary: "the query dictionaries of KeychainKit",
    makeDoor: { folder throws(DoorError) in try KitDoor(folder: folder) }
  )
}
