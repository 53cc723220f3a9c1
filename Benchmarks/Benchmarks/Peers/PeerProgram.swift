/// A program in C around another store, which does what it is asked to and says how long it took.
final class PeerProgram {
  private let process: ChildProcess

  /// Starts the program; `firstLine` is what it has to know and nobody else may see.
  init(
    _ path: String, _ arguments: [String], environment: [String: String], firstLine: String? = nil
  ) throws {
    process = try ChildProcess(path, arguments, environment: environment)
    if let firstLine { try process.write(firstLine + "\n") }
    _ = try answer()
  }

  func fill(_ count: Int) throws {
    _ = try ask("fill 0 \(count)")
  }

  /// Nanoseconds for all of them.
  func ask(_ request: String, _ items: [PeerItem], _ clock: Clock) throws -> Double {
    let times = try ask(([request] + items.map { "\($0.number)" }).joined(separator: " "))
    return clock == .wallTime ? times.wall : times.thread
  }

  func end() {
    process.end()
  }

  private typealias Times = (wall: Double, thread: Double)

  private func ask(_ line: String) throws -> Times {
    try process.write(line + "\n")
    return try answer()
  }

  private func answer() throws -> Times {
    let line = try process.readLine()
    let words = line.split(separator: " ")
    guard words.count == 3, words[0] == "ok", let wall = Double(words[1]), let thread = Double(words[2]) else {
      throw Failure("\(process.name): \(line)")
    }
    return (wall, thread)
  }
}
