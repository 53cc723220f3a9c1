import CFaults
import Glibc
import KeychainKit
import KeychainPolicy
import TestSupport

/// Changes the keys of a keychain and kills itself before the n-th flush: `change-keys <folder> <change> <n>`.
struct KeyChangeCommand {
  let folder: String

  private static let layerName = "killing"

  func run(_ change: String, killAt flush: Int) throws {
    guard let layer = unsafe cfaults_layer_make(Self.layerName, false, false) else {
      throw WorkerFailure("the layer is there already")
    }
    var options = TemporaryKeychain.options(stateFolder: "\(folder)/state")
    options.fileLayer = Self.layerName
    let keychain = try Keychain.open(
      "\(folder)/test.keychain-db", as: Caller(accessGroups: ["team.a"]), options: options)
    let (passphrase, later) = (SecretBytes(TestPassphrase.text), SecretBytes(TestPassphrase.later))
    if change != "set" { try keychain.unlock(passphrase: passphrase) }
    unsafe cfaults_crash(layer, UInt32(CFAULTS_SYNC), UInt64(flush), { _ in raise(SIGKILL) }, nil)
    switch change {
    case "rotate":
      try keychain.rotateKeys()
      try keychain.finishKeyRotation()
    case "shred": try keychain.shred()
    case "set": try keychain.setPassphrase(passphrase)
    case "change": try keychain.changePassphrase(from: passphrase, to: later)
    case "replace": try keychain.replacePassphrase(authorizedBy: .passphrase(passphrase), to: later)
    case "remove": try keychain.removePassphrase(current: passphrase)
    default: throw WorkerFailure("no such change")
    }
  }
}
