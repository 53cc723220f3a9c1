import Foundation

/// One lookup as a whole process: `security find-generic-password -w`, and the same in C.
final class ColdWork {
  private let stage: Stage
  private let folder: TemporaryFolder
  private var generator = SeededGenerator(seed: 6)
  private var batch = ItemBatch([])
  private var answer = ""

  private static let name = "cli.cold"
  private static let turns = 20

  /// The programs, which `Scripts/cold.sh` builds.
  private static let command = "security"
  private static let reference = "cold-reference"

  init(_ stage: Stage, in folder: TemporaryFolder) {
    self.stage = stage
    self.folder = folder
  }

  /// The figure, or why there is none: the programs are built by themselves.
  func figure(_ bench: Bench) throws -> Figure {
    for program in [Self.command, Self.reference] where try !FileManager.default.fileExists(atPath: path(program)) {
      return Figure(
        Self.name, items: stage.items, samples: Samples(),
        note: "not measured: there is no `\(program)` beside this program; Scripts/cold.sh builds it")
    }
    // A program names the libraries that it is loaded with.
    let library = Data("libswiftCore.so".utf8)
    let program = try Data(contentsOf: URL(filePath: path(Self.command)), options: .alwaysMapped)
    guard program.range(of: library) == nil else {
      return Figure(
        Self.name, items: stage.items, samples: Samples(),
        note: "not measured: `\(Self.command)` has not the Swift library inside; Scripts/cold.sh builds one that has")
    }
    stage.ours.close()
    return try bench.measure(measurement)
  }

  private func path(_ program: String) throws -> String {
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(filePath: own).deletingLastPathComponent().appending(path: program).path
  }

  private var measurement: Measurement {
    Measurement(
      name: Self.name, items: stage.items, clock: .wallTime, summary: .median, turns: Self.turns, operations: 1,
      beginTurn: { self.batch = ItemBatch([Int.random(in: 0..<self.stage.items, using: &self.generator)]) },
      works: [
        work(.ours) { ours, batch in
          try [
            self.path(Self.command), "find-generic-password", "-w", "-s", batch.service(0), "-a", batch.account(0),
            ours.path,
          ]
        },
        work(.raw) { ours, batch in
          try [
            self.path(Self.reference), ours.path, ours.stateFolder, "\(Group.kept.name)", batch.service(0),
            batch.account(0),
          ]
        },
      ])
  }

  /// Nothing of the user's is read: the command looks for its lists and keychains in the folder of the run.
  private func work(_ side: Side, _ arguments: @escaping (OurStore, ItemBatch) throws -> [String]) -> Measurement.Work {
    var command: Command?
    let variables = [
      "KEYCHAIN_STATE": stage.ours.stateFolder, "XDG_CONFIG_HOME": folder.path, "XDG_DATA_HOME": folder.path,
    ]
    return Measurement.Work(
      side: side,
      prepare: { command = Command(try arguments(self.stage.ours, self.batch), variables: variables) },
      run: { self.answer = try command?.run() ?? "" },
      check: {
        let secret = self.batch.secret(0).map { String(format: "%02x", $0) }.joined()
        try require(self.answer == secret + "\n", "\(side): \(Self.name): another answer than the item was given")
      })
  }
}
