import Foundation
import Torture

/// The runs: `TortureTool [--short] [--seed n] [--share n] [[--except] name…]`; the table is its output.
///
/// `TortureTool again <seed|short> <fault> <number>` does one run of faults again and tells its steps;
/// `TortureTool work <folder> <seed>` is the process that is killed, `TortureTool operate <folder> <seed> <calls>` one
/// of several that share items, `TortureTool own <folder> <make|use>` one that meets files it may not use.
enum TortureCommand {
  static func run(_ arguments: [String]) -> Int32 {
    do {
      if arguments.first == "work" { return try work(Array(arguments.dropFirst())) }
      if arguments.first == "operate" { return try operate(Array(arguments.dropFirst())) }
      if arguments.first == "own", arguments.count == 3 {
        tell(try PermissionRun.own(arguments[1], arguments[2]))
        return 0
      }
      if arguments.first == "again" { return try again(Array(arguments.dropFirst())) }
      return try TortureForm(arguments)?.run() ?? usage()
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      return 1
    }
  }

  private static func usage() -> Int32 {
    let names = TortureForm.rows.map(\.name).joined(separator: " ")
    let usage = "usage: TortureTool [--short] [--seed n] [--share n] [--except] [\(names)]"
    FileHandle.standardError.write(Data("\(usage)\n".utf8))
    return 2
  }

  private static func again(_ arguments: [String]) throws -> Int32 {
    guard arguments.count == 3, let workload = workload(arguments[0]), let number = Int(arguments[2]),
      let fault = Fault.all.first(where: { $0.name == arguments[1] })
    else { return usage() }
    let report = try FaultRun.again(fault, at: number, of: workload, trace: tell)
    report.failures.forEach(tell)
    return report.failures.isEmpty ? 0 : 1
  }

  /// By its seed, or the short one by its name.
  private static func workload(_ name: String) -> Workload? {
    name == Workload.short.title ? .short : UInt64(name).map { Workload(seed: $0) }
  }

  private static func tell(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  private static func work(_ arguments: [String]) throws -> Int32 {
    guard arguments.count == 2, let seed = UInt64(arguments[1]) else { return usage() }
    try KillRun.work(in: arguments[0], seed: seed, acknowledge: tell)
    return 0
  }

  private static func operate(_ arguments: [String]) throws -> Int32 {
    guard arguments.count == 3, let seed = UInt64(arguments[1]), let calls = Int(arguments[2]) else { return usage() }
    try ConcurrencyRun.operate(in: arguments[0], seed: seed, calls: calls, tell: tell)
    return 0
  }
}
