import KeychainSchema

extension Workload {
  /// The least that touches every part: for runs of each of thousands of allocations.
  package static let shortest: Workload = {
    let ada = WorkloadName(service: "mail", account: "ada")
    let value = WorkloadValue(secret: secret(1), label: "first", protection: .whenUnlocked)
    return Workload(
      title: "shortest",
      steps: [
        .make, .add(ada, value), .setPassphrase(passphrases[0]), .setSecret(ada, secret(5)), .delete(ada),
      ])
  }()

  /// The short one: each kind of step once or twice, in an order that a person can follow.
  package static let short: Workload = {
    let ada = WorkloadName(service: "mail", account: "ada")
    let bob = WorkloadName(service: "mail", account: "bob", isSynchronizable: true)
    let eve = WorkloadName(service: "bank", account: "eve")
    let dan = WorkloadName(service: "bank", account: "dan")
    return Workload(
      title: "short",
      steps: [
        .make,
        .add(ada, WorkloadValue(secret: secret(1), label: "first", protection: .whenUnlocked)),
        .addMany([
          (bob, WorkloadValue(secret: secret(2), label: "second", protection: .always)),
          (eve, WorkloadValue(secret: secret(5), label: "long", protection: .afterFirstUnlockThisDeviceOnly)),
        ]),
        .setPassphrase(passphrases[0]),
        .add(dan, WorkloadValue(secret: secret(3), label: "", protection: .whenPasscodeSetThisDeviceOnly)),
        .setSecret(ada, secret(10)),
        .lock,
        .delete(bob),
        .unlock,
        .check,
        .setProtection(eve, .whenUnlocked),
        .rotateKeys,
        .changePassphrase(passphrases[1]),
        .reopen,
        .unlock,
        .setLabel(ada, "changed"),
        .removePassphrase,
        .delete(eve),
        .shred,
        .reopen,
        .check,
      ])
  }()
}
