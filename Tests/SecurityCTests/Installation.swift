import Foundation
import TestSupport

/// The library that was built beside the tests, installed as `make install` does, and programs in C built against it.
final class Installation: Sendable {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let outcome = try Shell.run(
      #"exec "$SCRIPT" "$PREFIX" "$BUILT""#,
      [
        "SCRIPT": Source.path("Scripts/install.sh"), "PREFIX": folder.path,
        "BUILT": Self.built.path(percentEncoded: false),
      ])
    guard outcome.exitCode == 0 else { throw Failure.installing(outcome.output) }
  }

  enum Failure: Error {
    case installing(String)
    case compiling(String)
  }

  /// Builds a program of every source in C that matches, with the flags that pkg-config gives and no others that count.
  ///
  /// - Parameters:
  ///   - sources: a path in the repository, which may be a pattern.
  ///   - options: what the compiler is given besides.
  /// - Returns: the path of the program.
  func program(of sources: String, with compiler: String, _ options: String = "") throws -> String {
    let program = "\(folder.path)/\(compiler)-\(UUID().uuidString)"
    let outcome = try Shell.run(
      """
      \(compiler) -std=gnu11 -Wall -Wextra -Werror \(options) \(Source.path(sources)) -o "$PROGRAM" \
        $(pkg-config --cflags --libs swift-keychain)
      """, ["PROGRAM": program, "PKG_CONFIG_PATH": "\(folder.path)/lib/pkgconfig"])
    guard outcome.exitCode == 0 else { throw Failure.compiling(outcome.output) }
    return program
  }

  /// The flags that a compiler needs for the headers.
  var compilerFlags: String {
    get throws {
      try Shell.run("pkg-config --cflags swift-keychain", ["PKG_CONFIG_PATH": "\(folder.path)/lib/pkgconfig"]).output
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  /// The folder that the tests' own program lies in, and the library with it.
  private static let built: URL = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    let folders = [bundle, URL(filePath: CommandLine.arguments[0])].compactMap { $0?.deletingLastPathComponent() }
    return folders.first { folder in
      FileManager.default.fileExists(atPath: folder.appending(path: "libSecurityC.so").path(percentEncoded: false))
    } ?? Bundle.main.bundleURL
  }()
}

/// Files of this repository.
enum Source {
  static func path(_ path: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../\(path)").standardizedFileURL
      .path(percentEncoded: false)
  }

  static func text(_ name: String) throws -> String {
    try String(contentsOf: URL(filePath: path(name)), encoding: .utf8)
  }
}
