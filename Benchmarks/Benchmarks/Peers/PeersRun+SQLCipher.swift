/// SQLCipher, which encrypts a database page by page.
extension PeersRun {
  private static let passphrase = "a passphrase of the benchmarks"
  private static let rawKey = String(repeating: "5a", count: 32)
  private static let largeCache = 64_000
  private static let smallCache = 2_000

  private static let whyItWins = """
    SQLCipher keeps the pages it has decrypted, secrets in the clear among them, in memory while it is open: a \
    look-up decrypts nothing. Ours opens two boxes for each and keeps neither
    """

  private enum Key: String {
    case passphrase
    case raw
  }

  /// Nil, said in words, where the program is missing.
  private func sqlCipher(_ name: String, _ key: Key, cache: Int, items: Int) throws -> PeerProgram? {
    guard let program = program("peer-sqlcipher") else {
      skip("SQLCipher", "`peer-sqlcipher` is not in \(programs)")
      return nil
    }
    let peer = try PeerProgram(
      program, [folder.file(name), key.rawValue, "\(cache)"], environment: [:],
      firstLine: key == .raw ? Self.rawKey : Self.passphrase)
    try peer.fill(items)
    return peer
  }

  func compareSQLCipher() throws {
    try compareKeptOpen()
    try compareOpening(
      Row(
        name: "open.sqlcipher", goal: 100, clock: .threadTime,
        remark: "ours without a passphrase, as a new keychain is; SQLCipher derives its key by PBKDF2 at each opening"),
      .passphrase)
    try compareOpening(
      Row(
        name: "open.sqlcipher.passphrase", clock: .threadTime,
        remark: "both with a passphrase: ours by Argon2id, which costs an attacker memory as well"),
      .passphrase, ours: Self.passphrase)
    try compareOpening(
      Row(
        name: "open.sqlcipher.raw-key", clock: .threadTime,
        remark: "neither derives a key; ours reads its device secret, unwraps the key bag and opens the state record"),
      .raw)
  }

  private func compareKeptOpen() throws {
    let finding = Row(name: "lookup.sqlcipher", clock: .threadTime, remark: Self.whyItWins)
    let adding = Row(name: "add.sqlcipher", remark: "ours keeps five search terms and a state record of each write")
    guard isWanted(finding, adding) else { return }
    guard let peer = try sqlCipher("cipher.db", .raw, cache: Self.largeCache, items: Self.items) else { return }
    defer { peer.end() }
    let keychain = try PeerKeychain(in: folder, named: "beside-sqlcipher", items: Self.items)
    try measure(finding, drawing: { kept(1_000) }, ours: keychain.lookUp) { try peer.ask("lookup", $0, $1) }
    guard isWanted(adding) else { return }
    // Until both logs have grown, after which they are written from their start.
    for _ in 0..<10 {
      let items = fresh(50)
      _ = try keychain.add(items, .wallTime)
      _ = try peer.ask("add", items, .wallTime)
    }
    try measureAdding(adding, drawing: { fresh(20) }, ours: keychain.add, keychain: keychain) {
      try peer.ask("add", $0, $1)
    } find: {
      _ = try peer.ask("lookup", $0, .wallTime)
    }
  }

  func compareManyItems() throws {
    let row = Row(
      name: "lookup.sqlcipher.2MB", goal: 2, clock: .threadTime,
      remark:
        "a look-up costs SQLCipher a page or two of 4 KiB to read and decrypt, with AES in hardware; ours two boxes to "
        + "open, two hashes and the same search: neither takes twice as long")
    guard isWanted(row) else { return }
    guard let peer = try sqlCipher("cipher-large.db", .raw, cache: Self.smallCache, items: Self.manyItems) else {
      return
    }
    defer { peer.end() }
    let keychain = try PeerKeychain(in: folder, named: "beside-sqlcipher-large", items: Self.manyItems)
    try measure(
      row, items: Self.manyItems, drawing: { kept(1_000, of: Self.manyItems) }, ours: keychain.lookUp
    ) { try peer.ask("lookup", $0, $1) }
  }

  private func compareOpening(_ row: Row, _ key: Key, ours passphrase: String? = nil) throws {
    guard isWanted(row) else { return }
    guard let peer = try sqlCipher("\(row.name).db", key, cache: Self.largeCache, items: Self.items) else { return }
    defer { peer.end() }
    let keychain = try PeerKeychain(
      in: folder, named: "beside-\(row.name)", items: Self.items, passphrase: passphrase)
    keychain.close()
    try measure(row, drawing: { kept(3) }, ours: keychain.open) { try peer.ask("open", $0, $1) }
  }
}
