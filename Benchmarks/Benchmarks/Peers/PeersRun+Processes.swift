import Foundation

/// Whole processes: how long it takes a command to print a secret, or to keep one.
extension PeersRun {
  private static let runsOfRound = 3

  /// `security` as Scripts/peers.sh builds it, with the Swift library inside; else the one beside this very program.
  private var command: String? {
    if let path = program("security") { return path }
    guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return nil }
    let path = URL(filePath: own).deletingLastPathComponent().appending(path: "security").path
    return ChildProcess.isProgram(path) ? path : nil
  }

  func compareFinding(
    _ row: Row, _ keychain: PeerKeychain, _ find: (PeerItem) throws -> String
  ) throws {
    guard let command else { return skip(row.name, "`security` was not built") }
    try measure(row, drawing: { kept(Self.runsOfRound) }) { items, _ in
      try timeFinding(items) { item in
        try ChildProcess.run(
          command, ["find-generic-password", "-s", item.service, "-a", item.account, "-w"],
          environment: keychain.environment)
      }
    } peer: { items, _ in
      try timeFinding(items, find)
    }
  }

  func compareAdding(
    _ row: Row, _ keychain: PeerKeychain, _ add: (PeerItem) throws -> Void, find: (PeerItem) throws -> String
  ) throws {
    guard let command else { return skip(row.name, "`security` was not built") }
    let ours: ([PeerItem], Clock) throws -> Double = { items, _ in
      try self.time(items) { item in
        try ChildProcess.run(
          command, ["add-generic-password", "-s", item.service, "-a", item.account, "--stdin"],
          environment: keychain.environment, input: item.secret)
      }
    }
    try measureAdding(row, drawing: { fresh(Self.runsOfRound) }, ours: ours, keychain: keychain) { items, _ in
      try time(items, add)
    } find: { items in
      _ = try timeFinding(items, find)
    }
  }

  func comparePasswordFile() throws {
    let finding = Row(name: "process.find.keepassxc-cli"), adding = Row(name: "process.add.keepassxc-cli")
    guard isWanted(finding, adding) else { return }
    guard let file = try PasswordFile(in: makeFolder("keepassxc"), items: Self.items) else {
      return skip("KeePassXC", "`keepassxc-cli` is not installed")
    }
    let keychain = try PeerKeychain(in: folder, named: "beside-keepassxc", items: Self.items)
    try compareFinding(finding, keychain, file.find)
    try compareAdding(adding, keychain, file.add, find: file.find)
  }

  func comparePasswordStore() throws {
    let finding = Row(name: "process.find.pass"), adding = Row(name: "process.add.pass")
    guard isWanted(finding, adding) else { return }
    guard let store = try PasswordStore(in: makeFolder("pass"), items: Self.items) else {
      return skip("pass", "`pass` or `gpg` is not installed")
    }
    do {
      let keychain = try PeerKeychain(in: folder, named: "beside-pass", items: Self.items)
      try compareFinding(finding, keychain, store.find)
      try compareAdding(adding, keychain, store.add, find: store.find)
    } catch {
      try store.end()
      throw error
    }
    try store.end()
  }
}
