/// What is counted of a call.
package enum CountKind: String, CaseIterable, Sendable {
  /// Statements that SQLite compiled.
  case statements
  /// Instructions of SQLite's machine.
  case steps
  /// Boxes whose opening was tried.
  case openings
  /// Bytes written to the database and its log.
  case bytes
  /// Blocks of memory asked for.
  case allocations

  /// Whether calls of one sort differ in it: by where a tag stands in its index, and by whether the log has come to be
  /// moved into the database, how much of which another thread may put off.
  package var dependsOnItem: Bool {
    switch self {
    case .statements, .steps, .openings: false
    case .bytes, .allocations: true
    }
  }

  /// The parts of the installation that the number depends on beside this project.
  var parts: Set<String> {
    switch self {
    case .statements, .openings: []
    case .steps, .bytes: [CountTable.sqlite]
    case .allocations: [CountTable.sqlite, CountTable.sodium, CountTable.swift]
    }
  }
}
