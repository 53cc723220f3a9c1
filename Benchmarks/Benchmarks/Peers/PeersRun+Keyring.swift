/// gnome-keyring, through libsecret and through its command.
extension PeersRun {
  func compareKeyring() throws {
    let finding = Row(
      name: "lookup.gnome-keyring", goal: 150,
      remark: "a search and a secret are two calls over the message bus; what they take is the machine's")
    let adding = Row(
      name: "add.gnome-keyring", goal: 300,
      remark: "gnome-keyring writes its whole file for each; ours waits for one flush, which is most of what it takes")
    let command = Row(
      name: "process.find.secret-tool", goal: 4,
      remark: "most of ours is the start of a process, which the least program in C has as well (`cli.cold`)")
    guard isWanted(finding, adding, command) else { return }
    guard let program = program("peer-libsecret") else {
      return skip("gnome-keyring", "`peer-libsecret` is not in \(programs)")
    }
    guard let service = try KeyringService(in: makeFolder("keyring")) else {
      return skip("gnome-keyring", "`dbus-daemon` or `gnome-keyring-daemon` is not installed")
    }
    defer { service.end() }
    let peer = try PeerProgram(program, ["\(service.id)"], environment: service.environment)
    defer { peer.end() }
    Program.note("peers: gnome-keyring gets \(Self.items) items, which takes a while: it writes its file for each")
    try peer.fill(Self.items)
    let keychain = try PeerKeychain(in: folder, named: "beside-keyring", items: Self.items)
    try measure(finding, drawing: { kept(1_000) }, ours: keychain.lookUp) { try peer.ask("lookup", $0, $1) }
    guard isWanted(adding, command) else { return }
    // Until the log has grown, after which it is written from its start; the other one writes its file anew each time.
    for _ in 0..<10 { _ = try keychain.add(fresh(50), .wallTime) }
    try measureAdding(adding, drawing: { fresh(5) }, ours: keychain.add, keychain: keychain) {
      try peer.ask("add", $0, $1)
    } find: {
      _ = try peer.ask("lookup", $0, .wallTime)
    }
    guard let tool = ChildProcess.find("secret-tool") else {
      return skip(command.name, "`secret-tool` is not installed")
    }
    try compareFinding(command, keychain) { item in
      try ChildProcess.run(
        tool, ["lookup", "service", item.service, "account", item.account], environment: service.environment)
    }
  }
}
