import Foundation
import Testing

@testable import SecurityTool

/// Runs the steps of a transcript one after the other in a fresh folder.
final class TranscriptRunner {
  private let transcript: Transcript
  private let fixture: CommandFixture
  private var kept: [String: Data] = [:]
  private var descriptors: [FilledPipe] = []
  private var learnt: [String: String] = [:]

  init(_ transcript: Transcript) throws {
    self.transcript = transcript
    fixture = try CommandFixture()
  }

  func run() throws {
    for step in transcript.steps {
      switch step.action {
      case .command(let line): try run(line, step)
      case .set(let name, let value): fixture.variables[name] = value.map(filled)
      case .clock(let seconds): fixture.advanceClock(by: seconds)
      case .restart: fixture.restart()
      case .keep(let path): kept[path] = try Data(contentsOf: URL(filePath: filled(path)))
      case .unchanged(let path): try expect(Data(contentsOf: URL(filePath: filled(path))) == kept[path], step, path)
      case .exists(let path, let expected):
        expect(FileManager.default.fileExists(atPath: filled(path)) == expected, step, "\(path) exists: \(!expected)")
      case .mode(let path, let expected):
        let attributes = try FileManager.default.attributesOfItem(atPath: filled(path))
        let mode = (attributes[.posixPermissions] as? NSNumber).map { String($0.intValue, radix: 8) }
        expect(mode == expected, step, "mode of \(path): \(mode ?? "none")")
      case .changeMode(let path, let mode):
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: filled(path))
      case .write(let path, let text):
        let file = URL(filePath: filled(path))
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
    }
  }

  private func run(_ line: String, _ step: Transcript.Step) throws {
    var line = filled(line)
    while let mark = line.firstMatch(of: #/\{fd:([^}]*)\}/#) {
      let lines = mark.output.1.split(separator: "|", omittingEmptySubsequences: false).map { "\($0)\n" }
      descriptors.append(try FilledPipe(Array(lines.joined().utf8)))
      line.replaceSubrange(mark.range, with: String(descriptors[descriptors.count - 1].descriptor))
    }
    guard let words = unsafe CommandLineWords.words(of: line.utf8Span.span.bytes) else {
      return expect(false, step, "the command line does not end")
    }
    let terminal = ScriptedTerminal(step.answers?.map { .init(prompt: $0.prompt, text: $0.text.map(filled)) })
    let outcome = try fixture.run(
      words, input: step.input, terminal: terminal, isErrorTerminal: step.hasErrorTerminal)
    learn(from: outcome.text, step)
    let output = step.output.map(filled).joined(separator: "\n")
    let ending = step.output.isEmpty || step.outputIsOpen ? "" : "\n"
    expect(outcome.text == output + ending, step, "stdout was:\n\(outcome.text)")
    expect(outcome.errors == step.errors.map { filled($0) + "\n" }.joined(), step, "stderr was:\n\(outcome.errors)")
    expect(outcome.exitCode == step.exitCode, step, "exit was \(outcome.exitCode); stderr was:\n\(outcome.errors)")
    expect(terminal.surprises.isEmpty, step, "asked: \(terminal.surprises)")
    expect(terminal.unusedPrompts.isEmpty, step, "never asked: \(terminal.unusedPrompts)")
  }

  /// Takes what stands where an expected line has `{learn:name}`: what cannot be known before, as a code.
  private func learn(from text: String, _ step: Transcript.Step) {
    for (expected, line) in zip(step.output, text.split(separator: "\n")) {
      guard let mark = expected.firstMatch(of: #/\{learn:([a-z]+)\}/#) else { continue }
      let before = expected[..<mark.range.lowerBound]
      let after = filled(String(expected[mark.range.upperBound...]))
      guard line.hasPrefix(before), line.hasSuffix(after) else { continue }
      learnt[String(mark.output.1)] = String(line.dropFirst(before.count).dropLast(after.count))
    }
  }

  private func expect(_ holds: Bool, _ step: Transcript.Step, _ problem: String) {
    if !holds { Issue.record("\(transcript.name):\(step.line): \(problem)") }
  }

  private func filled(_ text: String) -> String {
    learnt.reduce(into: text) { text, word in
      text.replace("{learn:\(word.key)}", with: word.value)
      text.replace("{\(word.key)}", with: word.value)
    }
    .replacing("{data}", with: fixture.path("data")).replacing("{home}", with: fixture.path("home"))
    .replacing("{folder}", with: fixture.folder)
  }
}
