import BenchmarkReports
import CRawReference

/// The figures of a run as a JSON file.
struct Report: Encodable {
  let machine: String
  let date: String
  let items: Int
  let rounds: Int
  let libraries: String
  let rows: [Figure]

  init(arguments: Arguments, figures: [Figure]) throws {
    machine = try Machine.describe()
    date = Machine.today()
    items = arguments.items
    rounds = arguments.rounds
    libraries = Self.libraries
    rows = figures
  }

  /// The versions of the libraries in use.
  static var libraries: String { unsafe String(cString: raw_library_versions()) }

}

/// The figures of a comparison with other stores as a JSON file.
struct PeerReport: Encodable {
  let machine: String
  let date: String
  let libraries: String
  let rounds: Int
  let peers: [PeerFigure]

  init(arguments: Arguments, peers: [PeerFigure]) throws {
    machine = try Machine.describe()
    date = Machine.today()
    libraries = Report.libraries
    rounds = arguments.rounds
    self.peers = peers
  }
}
