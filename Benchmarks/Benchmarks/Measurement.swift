/// One row of the suite: the same work on each side, in turns that alternate.
struct Measurement {
  /// One side's work in a turn; only `run` is measured.
  struct Work {
    let side: Side
    var prepare: () throws -> Void = {}
    let run: () throws -> Void
    var check: () throws -> Void = {}

    /// The same work in the name of another side.
    func of(_ side: Side) -> Work {
      Work(side: side, prepare: prepare, run: run, check: check)
    }
  }

  /// What the turns of a round become.
  enum Summary {
    /// All turns together: they differ only by noise that lasts longer than a turn.
    case total
    /// The middle turn: single turns wait for the disk.
    case median
  }

  /// What a row is about.
  enum Subject {
    /// What an operation takes.
    case time
    /// What an operation takes, to what it takes in the base: fewer items.
    case growth
    /// How many operations all threads get done in a time, to how many a thread alone does.
    case scaling(threads: Int)
  }

  var name: String
  var subject = Subject.time
  /// How many items the keychain holds, or how many operations a turn has where there is no keychain.
  let items: Int
  var clock = Clock.threadTime
  var summary = Summary.total
  /// How many turns a round has.
  var turns = 1
  /// How many operations a turn has.
  let operations: Int
  /// Draws what the next turn works on.
  var beginTurn: () throws -> Void = {}
  var works: [Work]
  var endRound: () throws -> Void = {}
}

extension Measurement.Subject {
  /// What is printed of the samples.
  func samples(_ samples: Samples) -> Samples {
    switch self {
    case .time: samples
    case .growth: samples.relative { value, base in value / base }
    case .scaling(let threads): samples.relative { value, base in Double(threads) * base / value }
    }
  }

  var unit: Figure.Unit {
    if case .time = self { .nanoseconds } else { .factor }
  }
}

/// What a row gave: nanoseconds or bytes an operation, one figure a round.
struct Samples {
  private(set) var rounds: [Side: [Double]] = [:]

  mutating func append(_ value: Double, of side: Side) {
    rounds[side, default: []].append(value)
  }

  func median(of side: Side) -> Double? {
    rounds[side].map { $0.median }
  }

  /// Each side's rounds beside those of its base.
  func relative(_ relation: (_ value: Double, _ base: Double) -> Double) -> Samples {
    var relative = Samples()
    for (side, base) in [(Side.ours, Side.oursInBase), (.raw, .rawInBase)] {
      relative.rounds[side] = zip(rounds[side] ?? [], rounds[base] ?? []).map(relation)
    }
    return relative
  }

  /// The median of the ratios within each round, which is steadier than the ratio of medians.
  func ratio(of side: Side, to reference: Side) -> Double? {
    guard let values = rounds[side], let references = rounds[reference] else { return nil }
    let ratio = zip(values, references).map { $0 / $1 }.median
    return ratio.isFinite ? ratio : nil
  }

  /// The median of what one side takes above the other within each round.
  func difference(of side: Side, to reference: Side) -> Double? {
    guard let values = rounds[side], let references = rounds[reference] else { return nil }
    return zip(values, references).map { $0 - $1 }.median
  }
}

extension Array where Element == Double {
  /// The middle value; of an even number of values the upper of the two in the middle.
  var median: Double {
    precondition(!isEmpty, "a median needs a value")
    return sorted()[count / 2]
  }
}
