/// A session of the command as one reads it: what was typed, and what came.
///
/// A line `$ security …` begins a step; the lines behind it say what is expected of it and what it is given. Words
/// are parted and quoted as in `-i`. What stands in braces is filled in: `{data}`, `{home}`, `{folder}`, and
/// `{fd:line|line}`, a descriptor that holds these lines. `{learn:name}` in an expected line stands for whatever comes
/// there, and `{name}` for it from then on. Output that is not mentioned must be empty, an exit that is
/// not must be 0.
struct Transcript {
  let name: String
  let steps: [Step]

  struct Step {
    let line: Int
    let action: Action
    var output: [String] = []
    var errors: [String] = []
    /// Whether the last line of output has no end.
    var outputIsOpen = false
    var exitCode: Int32 = 0
    var input: [UInt8] = []
    var answers: [ScriptedTerminal.Answer]?
    var hasErrorTerminal = false
  }

  enum Action {
    /// `$ security …`
    case command(String)
    /// `set NAME=value`, or without a value: the variable goes.
    case set(String, String?)
    /// `clock +seconds`
    case clock(Double)
    /// `restart`: every process ends, and keys are forgotten.
    case restart
    /// `keep PATH`: the file's bytes are remembered.
    case keep(String)
    /// `unchanged PATH`
    case unchanged(String)
    /// `exists PATH`, `absent PATH`
    case exists(String, Bool)
    /// `mode PATH 600`
    case mode(String, String)
    /// `chmod PATH 600`
    case changeMode(String, Int)
    /// `write PATH text`
    case write(String, String)
  }
}

struct TranscriptProblem: Error {
  let line: Int
  let text: String
}

extension Transcript {
  init(name: String, text: String) throws {
    var steps: [Step] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.isEmpty || line.hasPrefix("#") { continue }
      if let action = Self.action(line) {
        steps.append(Step(line: index + 1, action: action))
      } else if steps.isEmpty || !Self.take(line, &steps[steps.count - 1]) {
        throw TranscriptProblem(line: index + 1, text: "not understood: \(line)")
      }
    }
    self.name = name
    self.steps = steps
  }

  private static func action(_ line: Substring) -> Action? {
    if line.hasPrefix("$ security") { return .command(String(line.dropFirst("$ security".count))) }
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    switch (words.first, words.count) {
    case ("restart", 1): return .restart
    case ("set", 2...):
      let parts = words[1].split(separator: "=", maxSplits: 1).map(String.init)
      return .set(parts[0], parts.count > 1 ? parts[1] : nil)
    case ("clock", 2): return Double(words[1]).map { .clock($0) }
    case ("keep", 2): return .keep(words[1])
    case ("unchanged", 2): return .unchanged(words[1])
    case ("exists", 2): return .exists(words[1], true)
    case ("absent", 2): return .exists(words[1], false)
    case ("mode", 3): return .mode(words[1], words[2])
    case ("chmod", 3): return Int(words[2], radix: 8).map { .changeMode(words[1], $0) }
    case ("write", 3): return .write(words[1], words[2])
    default: return nil
    }
  }

  /// Reads `word: rest`; whether it was understood.
  private static func take(_ line: Substring, _ step: inout Step) -> Bool {
    guard let colon = line.firstIndex(of: ":") else { return false }
    var rest = line[line.index(after: colon)...]
    if rest.hasPrefix(" ") { rest.removeFirst() }
    switch line[..<colon] {
    case "stdout": step.output.append(String(rest))
    case "stdout-open":
      step.output.append(String(rest))
      step.outputIsOpen = true
    case "stderr": step.errors.append(String(rest))
    case "stdin": step.input += Array((String(rest) + "\n").utf8)
    case "stdin-open": step.input += Array(String(rest).utf8)
    case "exit":
      guard let code = Int32(rest) else { return false }
      step.exitCode = code
    case "tty":
      let parts = String(rest).split(separator: " => ", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { return false }
      step.answers = (step.answers ?? []) + [.init(prompt: parts[0], text: parts[1] == "^C" ? nil : parts[1])]
    case "stderr-tty": step.hasErrorTerminal = true
    default: return false
    }
    return true
  }
}
