/// What a thread has made durable when it acknowledges, by its calls in their order.
///
/// The line that it tells says by its beginning what has to be: `+` and `-` stand in the log, `=` is a change of the
/// key bag, which has a copy beside the file as well, and the others are files that were made.
struct FlushOrder {
  struct Acknowledgement {
    let line: String
    /// What the calls since the acknowledgement before do not show to be durable.
    let missing: [String]

    var isDurable: Bool { missing.isEmpty }
  }

  private struct Need {
    let beginning: String
    let inLog: Bool
    /// A file that was written and flushed, then named, and its folder flushed; what follows a hyphen is left out.
    let file: String?
  }

  // swift-format-ignore
  private static let needs = [
    Need(beginning: "+",      inLog: true,  file: nil),
    Need(beginning: "-",      inLog: true,  file: nil),
    Need(beginning: "=",      inLog: true,  file: keybagCopy),
    Need(beginning: "made",   inLog: false, file: database),
    Need(beginning: "copied", inLog: false, file: "\(database).snapshot"),
    Need(beginning: "saved",  inLog: false, file: "test.backup"),
  ]

  private static let database = "test.keychain-db"
  private static let log = "\(database)-wal"
  private static let keybagCopy = "\(database).keybag"

  /// How much of the log the database has as well.
  private enum Checkpoint {
    case none
    case written
    case flushed
  }

  private(set) var acknowledgements: [Acknowledgement] = []

  private var unflushed: Set<String> = []
  /// Written, and flushed since.
  private var flushed: Set<String> = []
  private var checkpoint = Checkpoint.flushed

  // Since the acknowledgement before.
  private var isLogWritten = false
  /// Names that are lost with the machine's power, with the folders that they stand in.
  private var newNames: [(name: String, folder: String)] = []
  private var lastingNames: [String] = []
  private var faults: [String] = []

  init(_ trace: String) {
    for line in trace.split(separator: "\n") {
      if let call = TracedCall(line) { take(call) }
    }
  }

  private var isLogDurable: Bool { isLogWritten && !unflushed.contains(Self.log) }

  private mutating func take(_ call: TracedCall) {
    switch call {
    case .wrote(let file, let atStart):
      unflushed.insert(file)
      flushed.remove(file)
      if file == Self.database { checkpoint = .written }
      guard file == Self.log else { return }
      if atStart { requireCheckpoint("the log began anew") }
      isLogWritten = true
      checkpoint = .none
    case .cut(let file):
      if file == Self.log { requireCheckpoint("the log was cut") }
    case .flushed(let file):
      if unflushed.remove(file) != nil { flushed.insert(file) }
      if file == Self.database, checkpoint == .written { checkpoint = .flushed }
      lastingNames += newNames.filter { $0.folder == file }.map(\.name)
      newNames.removeAll { $0.folder == file }
    // The kernel forgets which pages it could not write, and the next flush says nothing of them.
    case .failedToFlush(let file): faults.append("\(file), whose flush failed")
    case .named(let file, let name, let folder):
      if unflushed.contains(file) { faults.append("\(name), named before it was flushed") }
      // The copy of the bag follows the commit, and never comes before it.
      guard flushed.contains(file), name != Self.keybagCopy || isLogDurable else { return }
      newNames.append((name, folder))
      // Another file may have the name afterwards.
      flushed.remove(file)
    case .told(let line):
      guard let need = Self.needs.first(where: { line.hasPrefix($0.beginning) }) else { return }
      acknowledgements.append(Acknowledgement(line: line, missing: missing(need)))
      (isLogWritten, newNames, lastingNames, faults) = (false, [], [], [])
    }
  }

  /// What only the log had is gone where the database does not have it.
  private mutating func requireCheckpoint(_ event: String) {
    if checkpoint != .flushed { faults.append("the rows of the log: \(event) before the database was flushed") }
  }

  private func missing(_ need: Need) -> [String] {
    var missing = faults
    if need.inLog, !isLogDurable { missing.append("the log") }
    if let file = need.file, !lastingNames.contains(where: { $0 == file || $0.hasPrefix("\(file)-") }) {
      missing.append(file)
    }
    return missing
  }
}
