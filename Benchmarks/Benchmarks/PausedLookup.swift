import Foundation

/// Lookups with a pause before them, in which the product lets go of the transaction that reads in a row share: every
/// one takes SQLite's lock, as the references do for each question.
enum PausedLookup: String, CaseIterable {
  /// One, after the processor has slept: what a program pays that asks now and then.
  case isolated = "lookup.data.isolated"
  /// As many as come one after the other before the product begins to share one.
  case burst = "lookup.data.burst"

  var operations: Int { self == .isolated ? 1 : 16 }
}

extension LookupWork {
  private static let pausedTurns = 60
  /// More than the ten milliseconds after which the product gives up a transaction that no read has followed.
  private static let pause: UInt32 = 12_000

  func paused(_ lookup: PausedLookup) -> Measurement {
    let works = stage.stores.map { store in
      Measurement.Work(
        side: store.side,
        prepare: {
          try store.prepare(.data, self.batch)
          usleep(Self.pause)
        },
        run: { try store.find(.data, self.batch, in: .kept) },
        check: { try store.checkFound(.data, self.batch) })
    }
    return Measurement(
      name: lookup.rawValue, items: stage.items, summary: .median, turns: Self.pausedTurns,
      operations: lookup.operations, beginTurn: { self.draw(count: lookup.operations) }, works: works)
  }
}
