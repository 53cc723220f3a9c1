/// Measures a row: rounds of turns, each side after the other in every turn, the first one changing.
struct Sampler {
  let rounds: Int

  func samples(of measurement: Measurement) throws -> Samples {
    var samples = Samples()
    // The first round warms caches and grows what has to grow; it counts for nothing.
    for round in 0...rounds {
      for (side, value) in try self.round(of: measurement) where round > 0 {
        samples.append(value, of: side)
      }
      try measurement.endRound()
    }
    return samples
  }

  private func round(of measurement: Measurement) throws -> [(Side, Double)] {
    var times = Array(repeating: [Double](), count: measurement.works.count)
    for turn in 0..<measurement.turns {
      try Interruption.check()
      try measurement.beginTurn()
      for position in measurement.works.indices {
        let index = (position + turn) % measurement.works.count
        times[index].append(try time(of: measurement.works[index], measurement.clock))
      }
    }
    return zip(measurement.works, times).map { work, times in
      let time = measurement.summary == .median ? times.median : times.reduce(0, +) / Double(measurement.turns)
      return (work.side, time / Double(measurement.operations))
    }
  }

  private func time(of work: Measurement.Work, _ clock: Clock) throws -> Double {
    try work.prepare()
    let start = clock.now()
    try work.run()
    let end = clock.now()
    try work.check()
    return end - start
  }
}
