import Foundation
import Glibc
import Testing

@testable import SecurityTool

/// What only real processes show; each of them derives keys at full cost.
@Suite("The command as a process", .serialized) final class ProcessTests {
  private let fixture: CommandFixture
  private var tool: ToolProcess { ToolProcess(folder: fixture.folder) }

  init() throws {
    fixture = try CommandFixture()
  }

  @Test func `the program lies beside the tests`() {
    #expect(ToolProcess.path != nil)
  }

  @Test func `what one process unlocks the next can read, until a third locks it`() throws {
    let made = try tool.run(["create-keychain", "--password-fd", "3", "t"], third: "open sesame\n")
    #expect(made.exitCode == 0, "\(made.errors)")
    guard !made.errors.contains("kernel keyring") else {
      print("skipped: the kernel keeps no keys here: \(made.errors)")
      return
    }
    defer { forget("t") }
    #expect(
      try tool.run(["add-generic-password", "-a", "a", "-s", "s", "--stdin", "t"], input: "secret").exitCode == 0)
    #expect(try tool.run(["find-generic-password", "-s", "s", "-w", "t"]).text == "secret\n")
    #expect(try tool.run(["lock-keychain", "t"]).exitCode == 0)
    #expect(try tool.run(["find-generic-password", "-s", "s", "-w", "t"]).exitCode == 36)
    #expect(try tool.run(["unlock-keychain", "--password-fd", "3", "t"], third: "open barley\n").exitCode == 51)
    #expect(try tool.run(["find-generic-password", "-s", "s", "-w", "t"]).exitCode == 36)
    #expect(try tool.run(["unlock-keychain", "--password-fd", "3", "t"], third: "open sesame\n").exitCode == 0)
    #expect(try tool.run(["find-generic-password", "-s", "s", "-w", "t"]).text == "secret\n")
  }

  @Test func `without a terminal nobody is asked, and nothing hangs`() throws {
    #expect(try tool.run(["create-keychain", "--password-fd", "3", "t"], third: "x\n").exitCode == 0)
    forget("t")
    for arguments in [
      ["unlock-keychain", "t"], ["create-keychain", "u"], ["set-keychain-password", "t"],
      ["add-generic-password", "-a", "a", "-s", "s", "-w"],
    ] {
      let outcome = try tool.run(arguments)
      #expect(outcome.exitCode == 36, "\(arguments): \(outcome.errors)")
      #expect(outcome.errors.hasSuffix(": User interaction is not allowed.\n"), "\(outcome.errors)")
    }
  }

  @Test func `a passphrase that comes by a descriptor is not among the arguments`() throws {
    let words = Pipe()
    let nothing = try FilledPipe([])
    let output = try CapturingFile()
    let process = try tool.start(
      ["create-keychain", "--password-fd", "3", "t"],
      descriptors: [
        nothing.descriptor, output.descriptor, output.descriptor, words.fileHandleForReading.fileDescriptor,
      ])
    // The program waits for the passphrase, so that it can be looked at.
    let arguments = try shown("cmdline", of: process).dropFirst()
    #expect(Array(arguments) == ["create-keychain", "--password-fd", "3", "t"])
    let variables = try shown("environ", of: process)
    #expect(variables.contains("HOME=\(fixture.folder)/home"))
    #expect(!variables.contains { $0.contains("plain sight") })
    words.fileHandleForWriting.write(Data("plain sight\n".utf8))
    #expect(try ToolProcess.exitCode(of: process) == 0)
    forget("t")
  }

  @Test func `at a terminal a passphrase is asked for and not shown`() throws {
    let terminal = try PseudoTerminal()
    let nothing = try FilledPipe([])
    let output = try CapturingFile()
    let process = try tool.start(
      ["add-generic-password", "-a", "a", "-s", "s", "-w"],
      descriptors: [nothing.descriptor, output.descriptor, output.descriptor, nothing.descriptor],
      terminal: terminal.path)
    #expect(terminal.read(until: "new item: ") == "password data for new item: ")
    terminal.type("correct horse\n")
    #expect(terminal.read(until: "new item: ") == "\r\nretype password data for new item: ")
    terminal.type("correct horse\n")
    #expect(try ToolProcess.exitCode(of: process) == 0)
    #expect(output.bytes.isEmpty)
    #expect(try tool.run(["find-generic-password", "-s", "s", "-w"]).text == "correct horse\n")
  }

  @Test func `an interrupt at the prompt gives up, and the terminal shows again what is typed`() throws {
    let terminal = try PseudoTerminal()
    let nothing = try FilledPipe([])
    let output = try CapturingFile()
    let process = try tool.start(
      ["create-keychain", "t"],
      descriptors: [nothing.descriptor, output.descriptor, output.descriptor, nothing.descriptor],
      terminal: terminal.path)
    #expect(terminal.read(until: "keychain: ") == "password for new keychain: ")
    #expect(!terminal.echoes)
    terminal.type("half\u{3}\n")
    #expect(try ToolProcess.exitCode(of: process) == 128)
    #expect(terminal.echoes)
  }

  @Test func `a reader that goes away is no success`() throws {
    #expect(try tool.run(["add-generic-password", "-a", "a", "-s", "s", "--stdin"], input: "x").exitCode == 0)
    let full = unsafe open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(full) }
    let nothing = try FilledPipe([])
    let process = try tool.start(
      ["find-generic-password", "-s", "s", "-w"],
      descriptors: [nothing.descriptor, full, full, nothing.descriptor])
    #expect(try ToolProcess.exitCode(of: process) == 1)
  }

  /// What the kernel shows of a process; it is empty until the program has begun.
  private func shown(_ what: String, of process: pid_t) throws -> [Substring] {
    for _ in 0..<500 {
      let text = try #require(try TextFile.read("/proc/\(process)/\(what)"))
      if !text.isEmpty { return text.split(separator: "\0") }
      usleep(10_000)
    }
    return []
  }

  /// Takes the key out of the kernel's keyring.
  private func forget(_ name: String) {
    do {
      _ = try tool.run(["lock-keychain", name])
    } catch {
      Issue.record("\(error)")
    }
  }
}
