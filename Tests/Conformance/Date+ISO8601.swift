import Foundation

extension Date {
  /// The instant an ISO 8601 text names: a day (its midnight, UTC), or a day and a time with its offset.
  init?(iso8601 text: String) {
    // Foundation's strategies read a prefix and ignore what follows, so the whole text is looked at first.
    if text.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil {
      self.init(text, as: Date.ISO8601FormatStyle().year().month().day())
    } else if text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+\-]\d\d:?\d\d)/) != nil {
      self.init(text, as: Date.ISO8601FormatStyle())
    } else if text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+(Z|[+\-]\d\d:?\d\d)/) != nil {
      self.init(text, as: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    } else {
      return nil
    }
  }

  private init?(_ text: String, as style: ISO8601FormatStyle) {
    // The only reason to fail is a day or hour that does not exist.
    guard let date = try? style.parse(text) else { return nil }
    self = date
  }
}
