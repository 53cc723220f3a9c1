package import KeychainKit

/// One call of a workload; it is acknowledged when it returns, and must be whole or not at all.
package enum WorkloadStep: Sendable {
  case make
  case add(WorkloadName, WorkloadValue)
  /// In one transaction.
  case addMany([(name: WorkloadName, value: WorkloadValue)])
  case setSecret(WorkloadName, String)
  case setLabel(WorkloadName, String)
  case setProtection(WorkloadName, ProtectionClass)
  /// Gives an item another account.
  case move(WorkloadName, to: WorkloadName)
  case delete(WorkloadName)
  case setPassphrase(String)
  case changePassphrase(String)
  case removePassphrase
  /// Makes the keys of items anew, and seals every item under them.
  case rotateKeys
  case shred
  case lock
  case unlock
  /// Closes the keychain and opens it again, as a new process would.
  case reopen
  /// Reads everything and holds it against what must be there.
  case check

  /// What the step is called in a report; no value of an item.
  package var name: String {
    switch self {
    case .make: "make"
    case .add: "add"
    case .addMany: "add many"
    case .setSecret: "set a secret"
    case .setLabel: "set a label"
    case .setProtection: "set a class"
    case .move: "move"
    case .delete: "delete"
    case .setPassphrase: "set the passphrase"
    case .changePassphrase: "change the passphrase"
    case .removePassphrase: "remove the passphrase"
    case .rotateKeys: "rotate the keys"
    case .shred: "shred"
    case .lock: "lock"
    case .unlock: "unlock"
    case .reopen: "reopen"
    case .check: "check"
    }
  }
}
