/// Durations as they are printed: three digits that count.
package enum DurationText {
  // swift-format-ignore
  private static let units: [(nanoseconds: Double, plain: String, proper: String)] = [
    (1,             "ns", "ns"),
    (1_000,         "us", "µs"),
    (1_000_000,     "ms", "ms"),
    (1_000_000_000, "s",  "s"),
  ]

  /// In letters that every terminal has, such as `8.97us`.
  package static func plain(_ nanoseconds: Double) -> String {
    let (number, unit) = parts(nanoseconds)
    return number + unit.plain
  }

  /// As it is written for people, such as `8.97 µs`.
  package static func proper(_ nanoseconds: Double) -> String {
    let (number, unit) = parts(nanoseconds)
    return "\(number) \(unit.proper)"
  }

  private typealias Unit = (nanoseconds: Double, plain: String, proper: String)

  private static func parts(_ nanoseconds: Double) -> (String, Unit) {
    // 999.6 of a unit would be printed with four digits.
    let unit = units.last { nanoseconds >= $0.nanoseconds * 0.9995 } ?? units[0]
    let number = nanoseconds / unit.nanoseconds
    let places = unit.nanoseconds == 1 ? 0 : number < 9.995 ? 2 : number < 99.95 ? 1 : 0
    return (Decimals.text(number, places), unit)
  }
}

/// Numbers with a fixed count of digits behind the point, the same wherever they are printed.
package enum Decimals {
  package static func text(_ value: Double, _ places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = Int((abs(value) * scale).rounded())
    let digits = String(scaled)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard places > 0 else { return sign + padded }
    return sign + padded.dropLast(places) + "." + padded.suffix(places)
  }
}
