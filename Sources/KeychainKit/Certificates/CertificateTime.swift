/// A moment in a certificate's validity: `YYMMDDHHMMSSZ` up to 2049, `YYYYMMDDHHMMSSZ` from then on.
///
/// - Source: RFC 5280, section 4.1.2.5.
struct CertificateTime {
  /// Seconds since 2001-01-01 UTC.
  let seconds: Double

  init(_ value: DERReader.Value) throws(DERReader.Malformed) {
    var digits = value.content
    guard digits.popLast() == UInt8(ascii: "Z") else { throw DERReader.Malformed() }
    let year: Int
    switch value.tag {
    case DERReader.Tag.shortTime:
      let short = try Self.number(&digits, 2)
      year = short < 50 ? 2_000 + short : 1_900 + short
    case DERReader.Tag.longTime: year = try Self.number(&digits, 4)
    default: throw DERReader.Malformed()
    }
    let month = try Self.number(&digits, 2, in: 1...12)
    let day = try Self.number(&digits, 2, in: 1...Self.dayCount(of: month, in: year))
    let hour = try Self.number(&digits, 2, in: 0...23)
    let minute = try Self.number(&digits, 2, in: 0...59)
    let second = try Self.number(&digits, 2, in: 0...59)
    guard digits.isEmpty else { throw DERReader.Malformed() }
    let days = Self.days(until: year, month, day) - Self.days(until: 2001, 1, 1)
    seconds = Double(((days * 24 + hour) * 60 + minute) * 60 + second)
  }

  private static func number(
    _ digits: inout ArraySlice<UInt8>, _ count: Int, in range: ClosedRange<Int> = 0...9_999
  ) throws(DERReader.Malformed) -> Int {
    var number = 0
    for _ in 0..<count {
      guard let digit = digits.popFirst(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else {
        throw DERReader.Malformed()
      }
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
    }
    guard range.contains(number) else { throw DERReader.Malformed() }
    return number
  }

  private static func dayCount(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  /// The days from the first of March of the year 0 to a date of the Gregorian calendar.
  ///
  /// A year that begins in March has its leap day at the end, so that the days before a month are a straight line.
  private static func days(until year: Int, _ month: Int, _ day: Int) -> Int {
    let (year, month) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    let leapDays = year.dividedDown(by: 4) - year.dividedDown(by: 100) + year.dividedDown(by: 400)
    return year * 365 + leapDays + (153 * month + 2) / 5 + day - 1
  }
}

extension Int {
  /// The quotient rounded down, for the January of the year 0 too.
  fileprivate func dividedDown(by divisor: Int) -> Int {
    self >= 0 ? self / divisor : (self - divisor + 1) / divisor
  }
}
