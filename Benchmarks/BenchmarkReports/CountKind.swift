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

  /// The parts of the installation that the number depends on beside this project.
  var parts: Set<String> {
    switch self {
    case .statements, .openings: []
    case .steps, .bytes: [CountTable.sqlite]
    case .allocations: [CountTable.sqlite, CountTable.sodium, CountTable.swift]
    }
  }
}
