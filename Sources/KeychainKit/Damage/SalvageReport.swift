/// What a repair did, or would do.
public struct SalvageReport: Sendable {
  /// How it ended.
  public enum Outcome: String, Sendable {
    /// The file opens, SQLite finds nothing wrong with it, and a snapshot has nothing that it has lost: nothing was
    /// done.
    case notNeeded
    /// A trial: nothing was changed.
    case tried
    /// A new file stands in the place of the damaged one.
    case replaced
  }

  /// Where something was found.
  public enum Source: String, Sendable, CaseIterable {
    /// In the file's tables, as SQLite reads them.
    case file
    /// On pages of the file or its log, without its tables.
    case pages
    /// In the copy of the key bag beside the file.
    case copyBeside
    /// In the newest snapshot.
    case snapshot
  }

  /// What became of the items of one class.
  public struct Line: Sendable, Equatable {
    /// Nil for rows whose class cannot be told.
    public let itemClass: ItemClass?
    /// Items that opened and were sealed anew, by where they were found.
    public internal(set) var taken: [Source: Int] = [:]
    /// Items of locked classes, taken as they are and sealed anew at the next unlock.
    public internal(set) var lockedCount = 0
    /// Items of a newer version, or whose key is not there: taken as they are.
    public internal(set) var untouchedCount = 0
    /// Rows that do not open: they lie in quarantine.
    public internal(set) var unreadableCount = 0

    /// Items that opened, wherever they were found.
    public var takenCount: Int { taken.values.reduce(0, +) }
  }

  /// How it ended.
  public internal(set) var outcome: Outcome
  /// Where the key bag was found; nil where nothing was done.
  public internal(set) var keybagSource: Source?
  /// A line for each class of which there was something, in the order of classes.
  public internal(set) var lines: [Line] = []
  /// How many stretches of rows SQLite could not read; nil where it could read no table.
  public internal(set) var unreadableStretchCount: Int? = 0
  /// The path under which the damaged file is kept, with its log and its key bag beside it; nil where there was none.
  public internal(set) var setAside: String?

  /// Items that opened, of every class.
  public var takenCount: Int { lines.reduce(0) { $0 + $1.takenCount } }
  /// Items of locked classes.
  public var lockedCount: Int { lines.reduce(0) { $0 + $1.lockedCount } }
  /// Rows that do not open.
  public var unreadableCount: Int { lines.reduce(0) { $0 + $1.unreadableCount } }
}

extension SalvageReport {
  /// Changes the line of a class.
  mutating func note(_ itemClass: ItemClass?, _ change: (inout Line) -> Void) {
    if let index = lines.firstIndex(where: { $0.itemClass == itemClass }) { return change(&lines[index]) }
    var line = Line(itemClass: itemClass)
    change(&line)
    lines.append(line)
    lines.sort { ($0.itemClass?.rawValue ?? .max) < ($1.itemClass?.rawValue ?? .max) }
  }

  var hasTakenFromSnapshot: Bool { lines.contains { $0.taken[.snapshot] != nil } }

  /// The report of a trial that found nothing to do: what does not open is all that it tells.
  var asNotNeeded: SalvageReport {
    var report = SalvageReport(outcome: .notNeeded)
    for line in lines where line.unreadableCount > 0 {
      report.note(line.itemClass) { $0.unreadableCount = line.unreadableCount }
    }
    return report
  }
}
