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

  var name: String
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

/// What a row gave: nanoseconds or bytes an operation, one figure a round.
struct Samples {
  private(set) var rounds: [Side: [Double]] = [:]

  mutating func append(_ value: Double, of side: Side) {
    rounds[side, default: []].append(value)
  }

  func median(of side: Side) -> Double? {
    rounds[side].map { $0.median }
  }

  /// The median of the ratios within each round, which is steadier than the ratio of medians.
  func ratio(of side: Side, to reference: Side) -> Double? {
    guard let values = rounds[side], let references = rounds[reference] else { return nil }
    return zip(values, references).map { $0 / $1 }.median
  }
}

extension Array where Element == Double {
  /// The middle value; of an even number of values the upper of the two in the middle.
  var median: Double {
    precondition(!isEmpty, "a median needs a value")
    return sorted()[count / 2]
  }
}
