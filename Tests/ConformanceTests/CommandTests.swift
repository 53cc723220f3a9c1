import Conformance
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("conformance: the program") struct CommandTests {
  let folder: TemporaryFolder
  let passing: String
  let failing: String

  init() throws {
    folder = try TemporaryFolder()
    passing = try folder.write(#"[{"id":"a","steps":[{"call":"lock"}]}]"#, to: "passing.json")
    failing = try folder.write(
      #"[{"id":"b","steps":[{"call":"unlock"},{"call":"corruptAll"}]},{"id":"c","steps":[{"call":"lock"}]}]"#,
      to: "failing.json")
  }

  @Test func `passing cases end with status 0`() {
    let run = ProgramRun([passing])
    #expect(run.status == 0)
    #expect(run.output == ["PASS a", "1 passed, 0 failed"])
    #expect(run.errorOutput.isEmpty)
  }

  @Test func `one failure among the files ends with status 1, and the others are run all the same`() {
    let run = ProgramRun(["--through", "fake", failing, passing])
    #expect(run.status == 1)
    #expect(
      run.output == [
        "FAIL b step 2: expected corruptAll to be done, got nothing to corrupt", "PASS c", "PASS a",
        "2 passed, 1 failed",
      ]
    )
  }

  @Test func `a door that does not open fails every case`() {
    let run = ProgramRun(["--through=closed", passing, failing])
    #expect(run.status == 1)
    #expect(run.output.first == "FAIL a step 0: expected an empty store, got errSecIO")
    #expect(run.output.last == "0 passed, 3 failed")
  }

  @Test(arguments: [
    ([], "no case file is named"),
    (["--through", "fake"], "no case file is named"),
    (["--through"], "`--through` wants the name of a door"),
    (["--through", "window", "x.json"], "there is no door `window`"),
    (["--verbose", "x.json"], "there is no option `--verbose`"),
    (["--", "--help"], "cannot use `--help`: there is no such file"),
  ])
  func `arguments that cannot be used end with status 2 and say why`(arguments: [String], reason: String) {
    let run = ProgramRun(arguments)
    #expect(run.status == 2)
    #expect(run.errorOutput.first == "keychain-conformance: \(reason)")
    #expect(run.output.isEmpty)
  }

  @Test func `a file that cannot be read is named, and no case is run`() {
    let missing = "\(folder.path)/missing.json"
    let run = ProgramRun([passing, missing])
    #expect(run.status == 2)
    #expect(run.errorOutput == ["keychain-conformance: cannot use `\(missing)`: there is no such file"])
    #expect(run.output.isEmpty)
  }

  @Test(arguments: [["--help"], ["-h"], ["x.json", "--help"]])
  func `help names the doors and gives an example`(arguments: [String]) {
    let run = ProgramRun(arguments)
    #expect(run.status == 0)
    let text = run.output.joined(separator: "\n")
    for part in ["usage: keychain-conformance", "--through", "fake", "closed", "example:"] {
      #expect(text.contains(part))
    }
  }
}

/// One run of the command, with a fake door and one that does not open.
struct ProgramRun {
  let status: Int32
  let output: [String]
  let errorOutput: [String]

  init(_ arguments: [String]) {
    let output = Mutex<[String]>([])
    let errorOutput = Mutex<[String]>([])
    let closed = DoorEntry(name: "closed", summary: "does not open") { _ throws(DoorError) in
      throw DoorError(reason: "errSecIO")
    }
    let command = ConformanceCommand(
      doors: [FakeRun().entry, closed],
      output: { line in output.withLock { $0.append(line) } },
      errorOutput: { line in errorOutput.withLock { $0.append(line) } }
    )
    status = command.run(arguments)
    self.output = output.withLock { $0 }
    self.errorOutput = errorOutput.withLock { $0 }
  }
}
