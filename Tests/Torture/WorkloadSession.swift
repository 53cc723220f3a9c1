import Foundation
package import KeychainKit
import TestSupport

/// A keychain in a folder while a workload runs on it.
package final class WorkloadSession {
  package let folder: String
  private let layer: FaultLayer?
  package private(set) var keychain: Keychain?
  var allowances = Allowances()
  /// What is acknowledged.
  package var state = WorkloadState()

  package init(in folder: String, through layer: FaultLayer? = nil) {
    self.folder = folder
    self.layer = layer
  }

  package static func path(in folder: String) -> String { "\(folder)/test.keychain-db" }

  private var options: Keychain.Options {
    var options = TemporaryKeychain.options(stateFolder: "\(folder)/state")
    options.fileLayer = layer?.name
    // What compares rows in the background would take the fault that was meant for a call.
    if layer != nil { options.verificationDelays = nil }
    return options
  }

  private static let caller = Caller(accessGroups: ["team.a"])

  package func open() throws(KeychainError) -> Keychain {
    if let keychain { return keychain }
    let opened = try Keychain.open(Self.path(in: folder), as: Self.caller, options: options)
    keychain = opened
    return opened
  }

  package func close() {
    keychain = nil
  }

  /// Does one step and nothing else; `state` is the caller's to move on.
  package func perform(_ step: WorkloadStep) throws(KeychainError) {
    switch step {
    case .make:
      // `init(at:)` and not `create`: what an earlier attempt made whole is the keychain.
      keychain = try Keychain(at: Self.path(in: folder), as: Self.caller, options: options)
    case .reopen:
      close()
      _ = try open()
    default: try perform(step, on: try open())
    }
  }

  private func perform(_ step: WorkloadStep, on keychain: Keychain) throws(KeychainError) {
    switch step {
    case .make, .reopen: break
    case .add(let name, let value): try keychain.add(Self.item(name, value), secret: SecretBytes(value.secret))
    case .addMany(let items):
      try keychain.add(items.map { (Self.item($0.name, $0.value), SecretBytes($0.value.secret)) })
    case .setSecret(let name, let secret): try keychain.update(name.query, .secret(SecretBytes(secret)))
    case .setLabel(let name, let label):
      var changes = ItemChanges()
      changes.label = label
      try keychain.update(name.query, changes)
    case .setProtection(let name, let protection):
      var changes = ItemChanges()
      changes.accessible = protection
      try keychain.update(name.query, changes)
    case .move(let name, let other):
      var changes = ItemChanges()
      changes.attributes[.account] = .text(other.account)
      try keychain.update(name.query, changes)
    case .delete(let name): try keychain.delete(name.query)
    case .setPassphrase(let passphrase): try keychain.setPassphrase(SecretBytes(passphrase))
    case .changePassphrase(let passphrase):
      try keychain.changePassphrase(from: current, to: SecretBytes(passphrase))
    case .removePassphrase: try keychain.removePassphrase(current: current)
    case .rotateKeys:
      // By this thread alone: while a fault stands nobody who waits for a lock sleeps, and two would call each other
      // busy.
      try keychain.rotateKeys(inBackground: false)
      try keychain.finishKeyRotation()
    case .shred: try keychain.shred()
    case .lock: try keychain.lock()
    case .unlock: try keychain.unlock(passphrase: current)
    case .check:
      for name in Workload.names { _ = try Self.lookUp(name, in: keychain) }
      for passphrase in Workload.passphrases { try Self.try(passphrase, on: keychain) }
    }
  }

  /// Whether it is right does not matter here: only that nothing fails.
  private static func `try`(_ passphrase: String, on keychain: Keychain) throws(KeychainError) {
    do throws(KeychainError) {
      try keychain.verifyPassphrase(SecretBytes(passphrase))
    } catch .wrongPassphrase {
    } catch .passphraseNotSet {
    }
  }

  private var current: SecretBytes { SecretBytes(state.passphrase ?? "") }

  private static func item(_ name: WorkloadName, _ value: WorkloadValue) -> ItemQuery {
    name.query.accessible(value.protection).label(value.label)
  }

  /// What a look-up finds: the value, nothing, or a lock.
  enum Answer: Equatable {
    case value(WorkloadValue)
    case absent
    case locked
  }

  static func lookUp(_ name: WorkloadName, in keychain: Keychain) throws(KeychainError) -> Answer {
    do throws(KeychainError) {
      let secret = String(decoding: try keychain.data(for: name.query), as: UTF8.self)
      let item = try keychain.item(matching: name.query)
      return .value(
        WorkloadValue(secret: secret, label: item.label ?? "", protection: item.accessible ?? .always))
    } catch .itemNotFound {
      return .absent
    } catch .locked {
      return .locked
    }
  }
}
