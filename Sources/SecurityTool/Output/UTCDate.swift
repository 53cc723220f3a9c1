/// A moment in UTC, to the second, by the Gregorian calendar.
struct UTCDate {
  /// Year, month, day, hour, minute, second.
  private let parts: [Int64]

  /// - Parameter seconds: since 2001-01-01T00:00:00Z; what lies outside of the years 1 to 9999 becomes their end.
  init(_ seconds: Double) {
    let earliest = -63_113_904_000.0
    let latest = 252_423_993_599.0
    let bounded = Int64(max(earliest, min(latest, seconds.isNaN ? 0 : seconds.rounded(.down))))
    // Counted from 0000-03-01, the leap day is the last of its year and every cycle of 400 years is alike.
    let day = Self.quotient(bounded, 86_400) + 730_791
    let second = bounded - Self.quotient(bounded, 86_400) * 86_400
    let cycle = Self.quotient(day, 146_097)
    let dayOfCycle = day - cycle * 146_097
    let year = (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    parts = [
      cycle * 400 + year + (month < 10 ? 0 : 1), month < 10 ? month + 3 : month - 9,
      dayOfYear - (153 * month + 2) / 5 + 1, second / 3_600, second / 60 % 60, second % 60,
    ]
  }

  /// `20240516020949Z`
  var digits: String {
    texts.joined() + "Z"
  }

  /// `2024-05-16T02:09:49Z`
  var text: String {
    texts[..<3].joined(separator: "-") + "T" + texts[3...].joined(separator: ":") + "Z"
  }

  private var texts: [String] {
    parts.enumerated().map { place, number in
      let digits = String(number)
      return String(repeating: "0", count: max(0, (place == 0 ? 4 : 2) - digits.count)) + digits
    }
  }

  private static func quotient(_ number: Int64, _ divisor: Int64) -> Int64 {
    number >= 0 ? number / divisor : (number + 1) / divisor - 1
  }
}
