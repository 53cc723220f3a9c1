import CSQLite
import KeychainSchema

/// How far a walk over the rows of a damaged table has come.
package struct ReadableWalk: Sendable {
  /// The number of the last row that was lent or given up.
  package private(set) var last: Int64 = 0
  /// How many stretches of rows could not be read, be they one row or a page of them.
  package private(set) var gapCount = 0
  /// Whether there is nothing left behind `last` that can be read.
  package private(set) var isFinished = false

  /// From the first row on.
  package init() {}
}

extension StorageSession where Self: ~Copyable {
  /// Lends the next rows of `item`, secrets included, and leaves out what SQLite cannot read.
  ///
  /// A page of the table that is damaged takes the rows on it; those behind are found by their numbers as long as the
  /// table's inner pages lead to them.
  package func lendReadableItems<Failure: StorageFailure>(
    _ walk: inout ReadableWalk, limit: Int, _ body: (borrowing ItemRow) throws(Failure) -> Void
  ) throws(Failure) {
    var failure: Failure?
    var count = 0
    var last = walk.last
    func lend(_ row: borrowing ItemRow) -> Iteration {
      // Numbers that are out of order must not lead back to where the walk has been.
      last = max(last, row.columns.id)
      count += 1
      do throws(Failure) {
        try body(row)
        return .next
      } catch {
        failure = error
        return .stop
      }
    }
    do throws(StorageError) {
      try connection.walk(ItemSelection(wantsSecret: true, afterID: last), limit: limit) { lend($0) }
      if walk.last == last, count == limit {
        walk.noteGap(upTo: last, isLast: true)
      } else {
        walk.advance(to: last, isFinished: count < limit && failure == nil)
      }
    } catch {
      guard error.isDamage else { throw Failure(error) }
      walk.advance(to: last, isFinished: false)
      do throws(StorageError) {
        try skip(&walk) { lend($0) }
      } catch {
        throw Failure(error)
      }
    }
    if let failure { throw failure }
  }

  /// Goes on behind what could not be read.
  private func skip(
    _ walk: inout ReadableWalk, _ body: (borrowing ItemRow) -> Iteration
  ) throws(StorageError) {
    connection.forgetPages()
    guard let next = try firstReadableItem(after: walk.last), next > walk.last else {
      return walk.noteGap(upTo: walk.last, isLast: true)
    }
    // By its number: what comes after the row before it would be looked for on the page that cannot be read.
    do throws(StorageError) {
      try connection.walk(ItemSelection(rowID: next, wantsSecret: true), body)
    } catch {
      // The page that the row begins on can be read, and those that it goes on to cannot.
      guard error.isDamage else { throw error }
    }
    walk.noteGap(upTo: next, isLast: false)
  }

  /// The number of the first row behind a stretch that cannot be read; nil where none follows, or none that is found.
  private func firstReadableItem(after last: Int64) throws(StorageError) -> Int64? {
    var low = last
    var step: Int64 = 1
    var high = last
    repeat {
      low = high
      let (next, overflows) = last.addingReportingOverflow(step)
      // The largest number of all leads nowhere either.
      guard !overflows, next > low || step == 1 else { return nil }
      high = next
      step = step > .max / 2 ? .max : step * 2
    } while try !leadsSomewhere(high)
    // Between a number that leads nowhere and one that does lies the first that does.
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if try leadsSomewhere(middle) { high = middle } else { low = middle }
    }
    let run = try connection.run(.itemFrom)
    try run.bind(high, at: 1)
    return try run.step() ? run.int64(0) : nil
  }

  /// Whether SQLite finds the first row from a number on, or that there is none.
  private func leadsSomewhere(_ id: Int64) throws(StorageError) -> Bool {
    let run = try connection.run(.itemFrom)
    try run.bind(id, at: 1)
    do throws(StorageError) {
      _ = try run.step()
      return true
    } catch {
      guard error.isDamage else { throw error }
      return false
    }
  }
}

extension ReadableWalk {
  fileprivate mutating func advance(to id: Int64, isFinished: Bool) {
    last = id
    self.isFinished = isFinished
  }

  fileprivate mutating func noteGap(upTo id: Int64, isLast: Bool) {
    gapCount += 1
    last = id
    isFinished = isLast
  }
}

extension StorageError {
  /// Whether it says that the file's own structure is not what it should be.
  package var isDamage: Bool {
    switch self {
    case .corrupt, .notADatabase: true
    default: false
    }
  }
}

/// What SQLite finds when it compares a file with itself.
package struct FileStructure: Equatable, Sendable {
  /// Entries of indexes that are missing, are too many or lead elsewhere.
  package var indexProblemCount = 0
  /// Everything else: pages that are not what they should be, values that the schema forbids.
  package var otherProblemCount = 0

  /// No more are looked for.
  package static let limit = 100
}

extension StorageSession where Self: ~Copyable {
  /// Compares the whole file with itself, every index with its table included.
  package func examineStructure() throws(StorageError) -> FileStructure {
    var structure = FileStructure()
    do throws(StorageError) {
      let check = try connection.runOnce("PRAGMA integrity_check(\(FileStructure.limit))")
      while try check.step() {
        // Its words name tables, indexes and numbers; they are counted and not handed on.
        let line = check.text(0)
        if line == "ok" { continue }
        if line.contains(" index ") { structure.indexProblemCount += 1 } else { structure.otherProblemCount += 1 }
      }
    } catch {
      guard error.isDamage else { throw error }
      structure.otherProblemCount += 1
    }
    return structure
  }
}
