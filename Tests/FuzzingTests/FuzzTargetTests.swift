import Foundation
import Fuzzing
import TestSupport
import Testing

/// What the fuzzer does for hours, for a moment and without it: seeds, changed seeds, and what failed once.
@Suite("fuzzing: every target takes any bytes", .serialized) struct FuzzTargetTests {
  @Test(arguments: FuzzTarget.all.map(\.name))
  func `seeds, and seeds that were changed`(name: String) async throws {
    let target = try #require(FuzzTarget.named(name))
    #expect(try !target.seeds().isEmpty)
    try await Threads.alone { try Self.takeChangedSeeds(target) }
  }

  private static func takeChangedSeeds(_ target: FuzzTarget) throws {
    let take = try target.make()
    let seeds = try target.seeds()
    seeds.forEach(take)
    var random = SeededRandom(seed: 1)
    for _ in 0..<200 {
      guard var bytes = seeds.randomElement(using: &random) else { return }
      for _ in 0..<Int.random(in: 1...4, using: &random) { change(&bytes, &random) }
      take(bytes)
    }
  }

  private static func change(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    guard let place = bytes.indices.randomElement(using: &random) else {
      bytes.append(.random(in: .min ... .max, using: &random))
      return
    }
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes[place] ^= 1 << Int.random(in: 0..<8, using: &random)
    case 1: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
    case 2: bytes.removeSubrange(place...)
    case 3: bytes.insert(contentsOf: bytes[place...].prefix(16), at: place)
    default: bytes.remove(at: place)
    }
  }

  /// Each file is named `target-what`, and holds what was found in the shortest form that fails.
  @Test func `what failed once does not fail again`() throws {
    let folder = try #require(Bundle.module.url(forResource: "Regressions", withExtension: nil))
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
      let name = file.lastPathComponent
      if name == "README.md" { continue }
      let target = try #require(FuzzTarget.all.first { name.hasPrefix($0.name + "-") }, "\(name)")
      try target.make()([UInt8](try Data(contentsOf: file)))
    }
  }
}
