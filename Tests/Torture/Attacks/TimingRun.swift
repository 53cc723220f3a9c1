import Foundation
import Glibc
import KeychainCrypto
import TestSupport

/// Whether the time of a comparison tells where two values differ: two classes of inputs, drawn in turn, and Welch's t
/// of their times, over every time and over those below each of some bounds, as a busy machine makes long tails.
package enum TimingRun {
  package static func each(_ sampleCount: Int, seed: UInt64, progress: RunProgress = { _, _ in }) -> RunReport {
    var report = RunReport("T16 timing")
    let judges: [(name: String, isEqual: ([UInt8], [UInt8]) -> () -> Bool)] = [
      ("comparison of checks", { one, two in { unsafe Sodium.areEqual(one.span.bytes, two.span.bytes) } }),
      (
        "comparison of secrets",
        { one, two in
          let (one, two) = (SecretBytes(one), SecretBytes(two))
          return { one.isEqual(to: two) }
        }
      ),
    ]
    for judge in judges {
      RunWatch.begin("\(report.name), \(judge.name), seed \(seed)")
      report.runs += sampleCount
      let t = statistic(sampleCount, seed: seed, judge.isEqual)
      if abs(t) >= bound { report.failures.append("\(judge.name): t = \(t), seed \(seed)") }
    }
    return report
  }

  /// Beyond this the classes differ with a certainty that no chance explains.
  package static let bound = 4.5

  /// The largest t: values that differ in the first byte against values that differ in the last one.
  ///
  /// - Parameter comparison: what is timed, made for two values.
  package static func statistic(
    _ sampleCount: Int, seed: UInt64, _ comparison: ([UInt8], [UInt8]) -> () -> Bool
  ) -> Double {
    var random = SeededRandom(seed: seed)
    let value = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    var times: [[Double]] = [[], []]
    var equalCount = 0
    for _ in 0..<sampleCount {
      let group = Int.random(in: 0...1, using: &random)
      // Made anew for either class, so that only the bytes tell them apart.
      var other = value
      other[group * 31] ^= 1
      let isEqual = comparison(value, other)
      let start = now()
      // Several, since the clock is coarser than one.
      for _ in 0..<8 where isEqual() { equalCount += 1 }
      times[group].append(Double(now() - start))
    }
    precondition(equalCount == 0, "the values differ")
    let sorted = (times[0] + times[1]).sorted()
    let bounds = [1.0, 0.99, 0.9, 0.75, 0.5].map { sorted[Int(Double(sorted.count - 1) * $0)] }
    let statistics = bounds.map { bound in welch(times[0].filter { $0 <= bound }, times[1].filter { $0 <= bound }) }
    return statistics.max { abs($0) < abs($1) } ?? 0
  }

  /// The difference of the means over its own deviation.
  static func welch(_ left: [Double], _ right: [Double]) -> Double {
    func moments(_ values: [Double]) -> (mean: Double, variance: Double) {
      let mean = values.reduce(0, +) / Double(values.count)
      return (mean, values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1))
    }
    guard left.count > 1, right.count > 1 else { return 0 }
    let (one, two) = (moments(left), moments(right))
    let deviation = (one.variance / Double(left.count) + two.variance / Double(right.count)).squareRoot()
    return deviation == 0 ? 0 : (one.mean - two.mean) / deviation
  }

  private static func now() -> UInt64 {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_MONOTONIC, &time) == 0 else { preconditionFailure("there is such a clock") }
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
