import BenchmarkReports
import Foundation

/// Holds the keychain beside other stores of secrets, each where it is installed.
final class PeersRun {
  /// A row, by name, with the least factor that is wanted.
  struct Row {
    let name: String
    var goal: Double?
    /// What both sides are measured by: as it passes, where anybody else does part of the work.
    var clock = Clock.wallTime
    var remark: String?
  }

  static let items = 1_000
  /// Where SQLCipher no longer keeps every page.
  static let manyItems = 100_000
  private static let firstAdded = 2_000_000

  /// Where the programs around the stores lie that have no command: Scripts/peers.sh builds them beside this one.
  let programs: String
  let folder: TemporaryFolder
  private let filter: RowFilter
  private let roundCount: Int
  private var generator = SeededGenerator(seed: 3)
  private var nextAdded = PeersRun.firstAdded
  private(set) var figures: [PeerFigure] = []
  /// Rows with a goal that were asked for.
  private var goals: [String] = []
  private var isAnyWanted = false

  init(_ arguments: Arguments, in folder: TemporaryFolder) throws {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    programs = URL(filePath: own).deletingLastPathComponent().appending(path: "peers").path
    self.folder = folder
    filter = arguments.filter
    roundCount = arguments.rounds
  }

  func run() throws {
    // A peer that ends early is an error in words rather than the end of this program.
    signal(SIGPIPE, SIG_IGN)
    for comparison in [compareKeyring, compareSQLCipher, compareManyItems, comparePasswordFile, comparePasswordStore] {
      try comparison()
    }
    guard isAnyWanted else { throw Arguments.Misunderstood(reason: "no row's name contains \(filter.words)") }
  }

  /// Says why a peer is left out.
  func skip(_ peer: String, _ reason: String) {
    Program.note("peers: \(peer) is left out: \(reason)")
  }

  /// The path of a program of ours around a store; nil where it was not built.
  func program(_ name: String) -> String? {
    let path = "\(programs)/\(name)"
    return ChildProcess.isProgram(path) ? path : nil
  }

  /// A fresh folder for the files of one peer.
  func makeFolder(_ name: String) throws -> String {
    let path = folder.file(name)
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    return path
  }

  func isWanted(_ rows: Row...) -> Bool {
    let wanted = rows.filter { filter.takes($0.name) }
    goals += wanted.filter { $0.goal != nil && !goals.contains($0.name) }.map(\.name)
    if !wanted.isEmpty { isAnyWanted = true }
    return !wanted.isEmpty
  }

  /// Rows that have a goal, were asked for and could not be measured.
  var unmeasured: [String] {
    goals.filter { name in !figures.contains { $0.name == name } }
  }
}

// MARK: - Measuring

extension PeersRun {
  /// Items that both sides have.
  func kept(_ count: Int, of items: Int = PeersRun.items) -> [PeerItem] {
    (0..<count).map { _ in PeerItem(number: Int.random(in: 0..<items, using: &generator)) }
  }

  /// Items that neither has.
  func fresh(_ count: Int) -> [PeerItem] {
    defer { nextAdded += count }
    return (nextAdded..<nextAdded + count).map(PeerItem.init)
  }

  /// Measures both sides on the same items, in turns, the first one changing; nanoseconds for all items of a round.
  func measure(
    _ row: Row, items: Int = PeersRun.items, drawing draw: () -> [PeerItem],
    ours: ([PeerItem], Clock) throws -> Double, peer: ([PeerItem], Clock) throws -> Double
  ) throws {
    guard isWanted(row) else { return }
    var rounds: [(ours: Double, peer: Double)] = []
    // The first round warms caches and counts for nothing.
    for round in 0...roundCount {
      try Interruption.check()
      let batch = draw()
      let oursFirst = round.isMultiple(of: 2)
      let before = oursFirst ? try ours(batch, row.clock) : nil
      let other = try peer(batch, row.clock)
      let mine = try before ?? ours(batch, row.clock)
      let count = Double(batch.count)
      if round > 0 { rounds.append((mine / count, other / count)) }
    }
    let figure = PeerFigure(row.name, items: items, rounds: rounds, goal: row.goal, remark: row.remark)
    print(figure.line)
    if let remark = figure.remark { print("  \(remark)") }
    figures.append(figure)
  }

  /// Measures adding, each side's items looked up afterwards, outside the measured part.
  func measureAdding(
    _ row: Row, drawing draw: () -> [PeerItem], ours: ([PeerItem], Clock) throws -> Double, keychain: PeerKeychain,
    peer: ([PeerItem], Clock) throws -> Double, find: ([PeerItem]) throws -> Void
  ) throws {
    try measure(row, drawing: draw) { items, clock in
      let nanoseconds = try ours(items, clock)
      _ = try keychain.lookUp(items, clock)
      return nanoseconds
    } peer: { items, clock in
      let nanoseconds = try peer(items, clock)
      try find(items)
      return nanoseconds
    }
  }

  /// Nanoseconds as they pass for running `body` on each item.
  func time(_ items: [PeerItem], _ body: (PeerItem) throws -> Void) rethrows -> Double {
    let start = Clock.wallTime.now()
    for item in items { try body(item) }
    return Clock.wallTime.now() - start
  }

  /// The same for a command that prints the item's secret.
  func timeFinding(_ items: [PeerItem], _ find: (PeerItem) throws -> String) throws -> Double {
    var found: [String] = []
    let nanoseconds = try time(items) { found.append(try find($0)) }
    for (output, item) in zip(found, items) {
      let secret = output.hasSuffix("\n") ? String(output.dropLast()) : output
      try require(secret == item.secret, "a command printed another secret than the item was given")
    }
    return nanoseconds
  }
}
