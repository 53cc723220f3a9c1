import Foundation

/// The files of this repository, found from where this file lies.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL

  /// Every Swift file below a folder of the repository, in the order of their paths.
  static func sources(below folder: String) throws -> [SwiftSource] {
    try files(below: folder) { $0.hasSuffix(".swift") }.map { SwiftSource(path: $0, text: try text(of: $0)) }
  }

  /// The paths, seen from the root, of the files below a folder whose path is wanted. What somebody built in a package
  /// that lies there is none of ours.
  static func files(below folder: String, where isWanted: (String) -> Bool) throws -> [String] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
    return paths.filter { !$0.contains(".build/") }.map { "\(folder)/\($0)" }.filter(isWanted).sorted()
  }

  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
