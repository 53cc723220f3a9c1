/// One run: the arguments, and what rows share, made when the first row needs it.
final class Bench {
  private let arguments: Arguments
  let folder: TemporaryFolder
  private var madeStage: Stage?
  private var madeSmallStage: Stage?
  private var madeSealings: [any Sealing]?

  init(_ arguments: Arguments, in folder: TemporaryFolder) {
    self.arguments = arguments
    self.folder = folder
  }

  var rounds: Int { arguments.rounds }

  func stage() throws -> Stage {
    if let madeStage { return madeStage }
    let stage = try Stage(items: arguments.items, in: folder)
    madeStage = stage
    return stage
  }

  /// Keychains of 1,000 items, for rows that compare sizes or need a file that nothing else has open.
  func smallStage() throws -> Stage {
    if let madeSmallStage { return madeSmallStage }
    let stage = try Stage(items: 1_000, in: folder.folder("small"))
    madeSmallStage = stage
    return stage
  }

  func sealings() throws -> [any Sealing] {
    if let madeSealings { return madeSealings }
    let ours = try OurSealing.make(in: folder)
    let uuid = ours.uuid
    let raw = RawSealing(keys: ours.rawKeys, uuid: uuid)
    try ours.check(against: raw)
    let sealings: [any Sealing] = [ours, raw, FloorSealing()]
    madeSealings = sealings
    return sealings
  }

  /// Measures a row as often as its goal says; the run with the middle ratio counts.
  func measure(_ measurement: Measurement) throws -> Figure {
    let sampler = Sampler(rounds: arguments.rounds)
    let runs = Goal.of(measurement.name)?.runs ?? 1
    let figures = try (0..<runs).map { _ in
      Figure(measurement, samples: try sampler.samples(of: measurement))
    }
    return figures.sorted { ($0.ratio ?? 0) < ($1.ratio ?? 0) }[runs / 2]
  }
}
