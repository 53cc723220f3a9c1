import Glibc

/// A moment as it stands in the name of a file: `20240516T020949Z`.
package enum FileStamp {
  /// Seconds between 1970 and 2001, the beginning of every other count here.
  private static let secondsFrom1970To2001 = 978_307_200.0

  /// The text for seconds since 2001, to the second.
  package static func text(_ seconds: Double) -> String {
    var time = time_t((seconds + secondsFrom1970To2001).rounded(.down))
    var parts = unsafe tm()
    unsafe gmtime_r(&time, &parts)
    let date = unsafe [parts.tm_year + 1_900, parts.tm_mon + 1, parts.tm_mday]
    let clock = unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec]
    return date.map(digits).joined() + "T" + clock.map(digits).joined() + "Z"
  }

  /// The seconds since 2001 that a text stands for; nil where it is none.
  package static func seconds(_ text: Substring) -> Double? {
    let bytes = Array(text.utf8)
    guard bytes.count == 16 else { return nil }
    func number(_ range: Range<Int>) -> Int32 {
      bytes[range].reduce(0) { $0 * 10 + Int32($1) - Int32(UInt8(ascii: "0")) }
    }
    var parts = unsafe tm()
    unsafe parts.tm_year = number(0..<4) - 1_900
    unsafe parts.tm_mon = number(4..<6) - 1
    unsafe parts.tm_mday = number(6..<8)
    unsafe parts.tm_hour = number(9..<11)
    unsafe parts.tm_min = number(11..<13)
    unsafe parts.tm_sec = number(13..<15)
    let seconds = Double(unsafe timegm(&parts)) - secondsFrom1970To2001
    // Whatever else the bytes were, they are not what that moment is written as.
    return self.text(seconds) == text ? seconds : nil
  }

  private static func digits(_ number: Int32) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
