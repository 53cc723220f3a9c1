import Foundation
import KeychainKit
import Synchronization

@testable import SecurityTool

/// The command in a folder of its own: nothing it does reaches the person who runs the tests.
final class CommandFixture {
  let folder: String
  var variables: [String: String]
  /// Stays with the keychains that are open.
  private let clock = SettableClock()
  /// Stays until the next `restart`, as one process would keep it.
  private var openKeychains = OpenKeychains()

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "security-tests-\(UUID().uuidString)")
      .path(percentEncoded: false)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    variables = [
      "HOME": "\(folder)/home", "XDG_DATA_HOME": "\(folder)/data", "XDG_CONFIG_HOME": "\(folder)/config",
      "XDG_STATE_HOME": "\(folder)/state",
    ]
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: folder)
    } catch {
      print("left behind: \(folder): \(error)")
    }
  }

  /// Forgets every key, as if all processes had ended.
  func restart() {
    openKeychains = OpenKeychains()
  }

  /// A keychain of the fixture's, opened as the command opens it.
  func keychain(_ name: String) throws(KeychainError) -> Keychain {
    var options = options
    options.stateFolder = "\(folder)/state/keychain"
    return try Keychain.open("\(folder)/data/keychains/\(name)-db", as: .everyGroup, options: options)
  }

  func advanceClock(by seconds: Double) {
    clock.now.withLock { $0 += seconds }
  }

  func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// Runs the command at test cost and without the kernel's keyring.
  func run(
    _ arguments: [String], input: [UInt8] = [], terminal: ScriptedTerminal = ScriptedTerminal(nil),
    isErrorTerminal: Bool = false
  ) throws -> CommandOutcome {
    let output = MemorySink()
    let errors = MemorySink(isTerminal: isErrorTerminal)
    let pipe = try FilledPipe(input)
    let command = SecurityCommand(
      environment: variables, workingFolder: folder, input: pipe.descriptor, output: output, errors: errors,
      terminal: terminal, options: options, openKeychains: openKeychains)
    let status = command.run(arguments)
    return CommandOutcome(output: output.bytes, errors: errors.text, exitCode: status.code)
  }

  private var options: Keychain.Options {
    var options = Keychain.Options()
    options.clock = KeychainClock { [clock] in clock.now.withLock { $0 } }
    // Passphrases cost next to nothing in debug builds only.
    #if DEBUG
      options.keyDerivation = .testing
    #endif
    return options
  }
}

/// A clock that stands still until it is set.
private final class SettableClock: Sendable {
  /// Seconds since 2001; 2024-05-16T02:09:49Z.
  let now = Mutex(737_518_189.0)
}

/// What a run left.
struct CommandOutcome {
  let output: [UInt8]
  let errors: String
  let exitCode: Int32

  var text: String { String(decoding: output, as: UTF8.self) }
}

/// Keeps what is written to it.
final class MemorySink: ByteSink {
  private(set) var bytes: [UInt8] = []
  let isTerminal: Bool
  let hasFailed = false

  init(isTerminal: Bool = false) {
    self.isTerminal = isTerminal
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  func write(_ bytes: RawSpan) {
    for index in bytes.byteOffsets { self.bytes.append(bytes[byteAt: index]) }
  }
}

/// Answers prompts from a list.
final class ScriptedTerminal: Terminal, @unchecked Sendable {  // a command asks on the thread that it runs on
  /// A prompt and what is typed; no answer: the person gives up.
  struct Answer {
    let prompt: String
    let text: String?
  }

  private var answers: [Answer]?
  /// The prompts that came and were not expected, and the expected ones that did not.
  private(set) var surprises: [String] = []

  /// - Parameter answers: nil: there is no terminal.
  init(_ answers: [Answer]?) {
    self.answers = answers
  }

  var unusedPrompts: [String] { (answers ?? []).map(\.prompt) }

  func readSecret(_ prompt: String) throws(TerminalError) -> SecretBytes {
    guard answers != nil else { throw .absent }
    guard let answer = answers?.first, answer.prompt == prompt.trimmingCharacters(in: .whitespaces) else {
      surprises.append(prompt)
      throw .cancelled
    }
    answers?.removeFirst()
    guard let text = answer.text else { throw .cancelled }
    return SecretBytes(text)
  }
}
