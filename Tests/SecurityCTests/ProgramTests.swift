import Foundation
import TestSupport
import Testing

/// Programs in C, built as their authors would build them.
@Suite(
  "Programs in C call the library", .serialized,
  .disabled(if: Sanitizer.current != nil, "a program without the sanitizer cannot load a library that has it"))
struct ProgramTests {
  // Installed and built once; what was thrown then is thrown by every test.
  private static let installation = Result { try Installation() }
  private static let checks = Result { try program(with: "clang") }
  private static let isGCCHere = Shell.knows("gcc")
  /// Where every change is tested, the search for leaks may not be left out.
  private static let looksForLeaks = Shell.knows("valgrind") || ProcessInfo.processInfo.environment["CI"] != nil

  /// The program that checks everything, with what a debugger reads in a form that valgrind knows.
  private static func program(with compiler: String) throws -> String {
    try installation.get().program(
      of: "Tests/SecurityCTests/Program/*.c", with: compiler, "-gdwarf-4 -I\(Source.path("Sources/CSecurity"))")
  }

  /// Runs it on a keychain of its own.
  private func run(_ program: String, _ variables: [String: String] = [:]) throws -> Shell.Outcome {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let places = [
      "HOME": folder.path, "KEYCHAIN_PATH": "\(folder.path)/test.keychain-db", "KEYCHAIN_STATE": "\(folder.path)/state",
    ]
    return try Shell.run(program, places.merging(variables) { $1 })
  }

  private func expectSuccess(_ outcome: Shell.Outcome, checks: Int) {
    #expect(outcome.exitCode == 0, "\(outcome.output)")
    let summary = outcome.lastLine.wholeMatch(of: #/(\d+) passed, 0 failed/#)
    #expect((summary.flatMap { Int($0.1) } ?? 0) >= checks, "\(outcome.output)")
  }

  @Test func `the calls answer in C as they do in Swift`() throws {
    expectSuccess(try run(try Self.checks.get()), checks: 600)
  }

  @Test(.enabled(if: isGCCHere, "gcc is not installed"))
  func `a program that gcc built does the same`() throws {
    expectSuccess(try run(try Self.program(with: "gcc")), checks: 600)
  }

  @Test func `entitlements name the groups of a program in C`() throws {
    let folder = try TemporaryFolder()
    let entitlements = try folder.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>
      <key>keychain-access-groups</key><array><string>team.a</string><string>team.b</string></array>
      </dict></plist>
      """, to: "test.entitlements")
    let outcome = try run("\(try Self.checks.get()) groups", ["KEYCHAIN_ENTITLEMENTS": entitlements])
    expectSuccess(outcome, checks: 12)
  }

  @Test func `the program refuses a keychain that is not its own`() throws {
    let outcome = try run(try Self.checks.get(), ["KEYCHAIN_PATH": ""])
    #expect(outcome.exitCode == 2, "\(outcome.output)")
  }

  @Test(.enabled(if: looksForLeaks, "valgrind is not installed"))
  func `valgrind finds no error and no leak in it`() throws {
    expectSuccess(try run("\(Self.valgrind) \(try Self.checks.get())"), checks: 600)
  }

  @Test(.enabled(if: looksForLeaks, "valgrind is not installed"))
  func `valgrind finds a result that was not released`() throws {
    let outcome = try run("\(Self.valgrind) \(try Self.checks.get()) leak")
    #expect(outcome.exitCode == 99, "\(outcome.output)")
    #expect(outcome.output.contains("definitely lost"))
    #expect(outcome.output.contains("SecItemCopyMatching"))
  }

  /// What is still reachable at the end counts as no leak: the runtime keeps what it knows of types.
  private static let valgrind =
    "valgrind -q --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite --error-exitcode=99 "
    + "--suppressions=\(Source.path("Tests/SecurityCTests/Program/weak-references.supp"))"

  @Test(arguments: isGCCHere ? ["clang", "gcc"] : ["clang"])
  func `the example stores a password and reads it, again and again`(compiler: String) throws {
    let example = try Self.installation.get().program(of: "Examples/C/password.c", with: compiler)
    let outcome = try run("\(example); \(example)")
    #expect(outcome.exitCode == 0, "\(outcome.output)")
    #expect(outcome.output == "correct horse\ncorrect horse\n")
  }

  @Test func `the headers are clean in C++ too`() throws {
    let flags = try Self.installation.get().compilerFlags
    let outcome = try Shell.run(
      """
      printf '#include <Security/Security.h>\\n#include <Security/SecItemPriv.h>\\n' |
        clang++ -x c++ -Wall -Wextra -Werror -fsyntax-only \(flags) -
      """)
    #expect(outcome.exitCode == 0, "\(outcome.output)")
    #expect(outcome.output == "")
  }
}
