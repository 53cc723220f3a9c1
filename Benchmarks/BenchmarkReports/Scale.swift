import Foundation

/// How values become places on an axis.
struct Scale {
  enum Kind {
    case linear
    case logarithmic
  }

  let kind: Kind
  let values: ClosedRange<Double>
  let from: Double
  let to: Double

  func place(_ value: Double) -> Double {
    let share: Double
    switch kind {
    case .linear: share = (value - values.lowerBound) / (values.upperBound - values.lowerBound)
    case .logarithmic:
      share = log(value / values.lowerBound) / log(values.upperBound / values.lowerBound)
    }
    return from + min(max(share, 0), 1) * (to - from)
  }

  /// The powers of ten in the range.
  var decades: [Double] {
    (-3...12).map { pow(10, Double($0)) }.filter { values.contains($0) }
  }

  /// The largest round number that is not above a value.
  static func roundDown(_ value: Double) -> Double {
    guard value > 0 else { return 1 }
    let decade = pow(10, floor(log10(value)))
    return ([5, 2].first { $0 * decade <= value * 1.000001 } ?? 1) * decade
  }

  /// The least round number that is not below a value: one, two or five with zeros.
  static func roundUp(_ value: Double) -> Double {
    guard value > 0 else { return 1 }
    let decade = pow(10, floor(log10(value)))
    return ([1, 2, 5, 10].first { $0 * decade >= value * 0.999999 } ?? 10) * decade
  }
}
