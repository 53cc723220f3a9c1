import Foundation
import KeychainKit

/// How much more memory a process has in use with a large keychain than with one of 1,000 items: each in a process of
/// its own, which is this program once more.
struct Residence {
  enum Task: String, CaseIterable {
    /// After lookups all over the keychain.
    case lookups = "memory.lookup"
    /// At the highest while every item is handed over, a page at a time.
    case listing = "memory.list"
  }

  private let task: Task
  private static let word = "resident"
  private static let mostLookups = 20_000

  /// The page cache of a connection, `cache_size` of -8000, and 10 MB.
  static let limit = 8_000.0 * 1_024 + 10e6

  init(_ task: Task) {
    self.task = task
  }

  /// The reference answers the same questions on the same file; it lists into memory, so that row it has not.
  func figure(_ bench: Bench) throws -> Figure {
    let small = try bench.smallStage()
    let large = try bench.stage()
    var samples = Samples()
    for side in task == .lookups ? [Side.ours, .raw] : [.ours] {
      let before = try command(side, small)
      let after = try command(side, large)
      for _ in 0..<bench.rounds {
        try Interruption.check()
        samples.append(try Self.byteCount(after) - Self.byteCount(before), of: side)
      }
    }
    return Figure(task.rawValue, items: large.items, unit: .bytes, samples: samples)
  }

  private func command(_ side: Side, _ stage: Stage) throws -> Command {
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return Command([
      program, Self.word, side.rawValue, task.rawValue, stage.ours.path, stage.ours.stateFolder, "\(stage.items)",
    ])
  }

  private static func byteCount(_ command: Command) throws -> Double {
    let text = try command.run()
    guard let count = Double(text) else { throw Failure("a process does not say how much memory it has in use") }
    return count
  }
}

// MARK: - The other process

extension Residence {
  /// Does the work of the process that is measured; nil where the words are not those of one.
  static func answer(_ words: [String]) -> Int32? {
    guard words.count == 6, words[0] == word, let side = Side(rawValue: words[1]), let task = Task(rawValue: words[2]),
      let items = Int(words[5])
    else { return nil }
    do {
      print(try Residence(task).byteCount(side, path: words[3], stateFolder: words[4], items: items), terminator: "")
      return 0
    } catch {
      Program.note("benchmarks: \(error)")
      return 3
    }
  }

  private func byteCount(_ side: Side, path: String, stateFolder: String, items: Int) throws -> Int {
    switch task {
    case .lookups:
      let store: any Store =
        try side == .ours
        ? OurStore(opening: path, stateFolder: stateFolder) : RawStore(opening: path, stateFolder: stateFolder)
      try lookUp(in: store, items: items)
      return try Self.statusBytes("VmRSS")
    case .listing:
      try list(OurStore(opening: path, stateFolder: stateFolder), items: items)
      return try Self.statusBytes("VmHWM")
    }
  }

  private func lookUp(in store: any Store, items: Int) throws {
    let numbers = stride(from: 0, to: items, by: max(1, items / Self.mostLookups)).map { $0 }
    for start in stride(from: 0, to: numbers.count, by: 200) {
      try store.check(.data, ItemBatch(Array(numbers[start..<min(start + 200, numbers.count)])), in: .kept)
    }
  }

  private func list(_ store: OurStore, items: Int) throws {
    var number = 0
    try store.keychain(.kept).forEachItem(matching: .all(.genericPassword)) { item throws(Failure) in
      try require(item.account == ItemBatch([number]).account(0), "ours: \(task.rawValue): another item than was given")
      number += 1
    }
    try require(number == items, "ours: \(task.rawValue): \(number) of \(items)")
  }

  /// What the kernel says of this process.
  private static func statusBytes(_ name: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") }
    guard let words = line?.split(whereSeparator: \.isWhitespace), words.count == 3, let kibibytes = Int(words[1])
    else {
      throw Failure("/proc/self/status has no \(name)")
    }
    return kibibytes * 1_024
  }
}
