/// How closely one read follows another, by which it is decided whether a read transaction is kept for the next one.
struct ReadingPace {
  /// When the last read began.
  private var last = ContinuousClock.now
  /// How many followed each other closely.
  private var streak = 0
  private var pauseEnd: ContinuousClock.Instant?

  private static let close = Duration.milliseconds(1)
  /// A program that asks a few questions and ends never keeps one.
  private static let streakLength = 16
  private static let pauseLength = Duration.seconds(1)
  /// After how long a transaction is given up that no read has followed.
  private static let patience = Duration.milliseconds(10)

  /// Notes that a read begins; whether a transaction may be kept.
  mutating func note(_ now: ContinuousClock.Instant) -> Bool {
    streak = now - last < Self.close ? streak + 1 : 0
    last = now
    guard streak >= Self.streakLength else { return false }
    if let pauseEnd {
      guard now >= pauseEnd else { return false }
      self.pauseEnd = nil
    }
    return true
  }

  /// Has the reads begin anew: somebody commits between them, and a transaction would be overtaken each time.
  mutating func beginAnew() {
    streak = 0
  }

  /// Keeps none for a while: somebody waits for readers to let go of the log.
  mutating func pause() {
    pauseEnd = .now + Self.pauseLength
  }

  /// Whether reads have ceased.
  var isOver: Bool { .now - last >= Self.patience }
}
