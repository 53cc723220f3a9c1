import Foundation

/// The machine that figures are of.
package enum Machine {
  /// The processor, how many there are, and the system.
  package static func describe() throws -> String {
    let processors = try lines("/proc/cpuinfo")
    let model = value(of: "model name", in: processors, separator: ":") ?? "an unnamed processor"
    let count = ProcessInfo.processInfo.processorCount
    let system = value(of: "PRETTY_NAME", in: try lines("/etc/os-release"), separator: "=") ?? "Linux"
    return "\(count) × \(model), \(system.filter { $0 != "\"" })"
  }

  /// The day, in the form that sorts.
  package static func today() -> String {
    Date.now.formatted(.iso8601.year().month().day())
  }

  private static func lines(_ path: String) throws -> [Substring] {
    try String(contentsOf: URL(filePath: path), encoding: .utf8).split(separator: "\n")
  }

  static func value(of name: String, in lines: [Substring], separator: Character) -> String? {
    guard let line = lines.first(where: { $0.hasPrefix(name) }),
      let index = line.firstIndex(of: separator)
    else { return nil }
    return line[line.index(after: index)...].trimmingCharacters(in: .whitespaces)
  }
}
