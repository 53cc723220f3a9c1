/// Lookups in many items beside the same in 1,000.
final class GrowthWork {
  private let large: LookupWork
  private let small: LookupWork

  init(from small: Stage, to large: Stage) {
    self.small = LookupWork(.data, small)
    self.large = LookupWork(.data, large)
  }

  var measurement: Measurement {
    let base = small.measurement
    var measurement = large.measurement
    measurement.name = "growth.lookup"
    measurement.subject = .growth
    let beginTurn = measurement.beginTurn
    measurement.beginTurn = {
      try beginTurn()
      try base.beginTurn()
    }
    measurement.works = measurement.works.filter { $0.side != .floor }
    for work in base.works {
      switch work.side {
      case .ours: measurement.works.append(work.of(.oursInBase))
      case .raw: measurement.works.append(work.of(.rawInBase))
      default: break
      }
    }
    return measurement
  }
}
