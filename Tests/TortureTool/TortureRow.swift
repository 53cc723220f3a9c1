import Torture

/// A row of the table: what is run, and how often at the least.
struct TortureRow: Sendable {
  /// Makes one line of the table.
  typealias Part = (RunProgress) throws -> RunReport

  /// How many runs the lines of a row come to together, at the least; zero: the form does not have the row.
  struct Least: Sendable {
    let short: Int
    let long: Int
  }

  let name: String
  let least: Least
  let parts: @Sendable (TortureForm) -> [Part]

  init(_ name: String, short: Int, long: Int, parts: @escaping @Sendable (TortureForm) -> [Part]) {
    self.name = name
    least = Least(short: short, long: long)
    self.parts = parts
  }
}
