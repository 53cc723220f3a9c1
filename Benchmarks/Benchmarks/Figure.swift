import Foundation

/// What is printed of a row.
struct Figure: Encodable {
  enum Unit: String, Encodable {
    case nanoseconds
    case bytes
    case factor
  }

  let name: String
  let items: Int
  let unit: Unit
  let ours: Double?
  let raw: Double?
  let floor: Double?
  /// What one durable write costs the disk itself, where the row waits for it.
  let disk: Double?
  /// The same through the dictionaries of KeychainKit, where the row is about more than them.
  let dictionary: Double?
  /// Ours to raw: what the goal is about.
  let ratio: Double?
  /// Raw to floor: what the format costs.
  let rawToFloor: Double?
  /// What the ratio may be.
  let goal: Double?
  /// What ours may be, where the goal is no ratio.
  let limit: Double?
  /// What ours takes above `dictionary`.
  let bridged: Double?
  /// What that may be, where it is the goal.
  let bridging: Double?
  /// What `rawToFloor` may be.
  let formatGoal: Double?
  /// What else is to be said.
  let note: String?
  /// Whether the goal is missed; nil where there is none.
  let isMissed: Bool?
  /// Whether the goal is one for the middle of several runs, since a single one scatters.
  let isJudgedByMedian: Bool

  init(_ measurement: Measurement, samples: Samples) {
    let subject = measurement.subject
    self.init(measurement.name, items: measurement.items, unit: subject.unit, samples: subject.samples(samples))
  }

  init(_ name: String, items: Int, unit: Unit = .nanoseconds, samples: Samples, note: String? = nil) {
    self.name = name
    self.note = note
    self.items = items
    self.unit = unit
    ours = samples.median(of: .ours)
    raw = samples.median(of: .raw)
    floor = samples.median(of: .floor)
    disk = samples.median(of: .disk)
    dictionary = samples.median(of: .dictionary)
    bridged = samples.difference(of: .ours, to: .dictionary)
    rawToFloor = samples.ratio(of: .raw, to: .floor)
    let goal = Goal.of(name)
    // Differences of a few pages to each other say nothing.
    ratio = unit == .bytes && goal?.limit != nil ? nil : samples.ratio(of: .ours, to: .raw)
    self.goal = goal?.ratio
    limit = goal?.limit
    bridging = goal?.bridging
    formatGoal = Goal.ofFormat[name]
    isMissed = goal?.isMissed(ratio: ratio, ours: ours, bridged: bridged)
    isJudgedByMedian = (goal?.runs ?? 1) > 1
  }
}

extension Figure {
  /// The line of the row.
  var line: String {
    let values = "ours=\(text(ours)) raw=\(text(raw)) floor=\(text(floor))"
    return "ratio \(name) items=\(items) \(values) ratio=\(text(factor: ratio)) goal=\(goalText) \(verdict)"
  }

  /// Whether there is a goal and no figure that it could be held against.
  var isUnmeasured: Bool { isMissed == nil && Goal.of(name) != nil }

  /// Lines beneath, where the row has more to say.
  var remarks: [String] {
    var remarks: [String] = []
    if let note { remarks.append(note) }
    if let disk { remarks.append("disk: 8 KiB overwrite and fdatasync \(Self.text(nanoseconds: disk))") }
    if let dictionary, let bridged {
      let cost = Self.text(nanoseconds: max(0, bridged))
      remarks.append("bridging: \(cost) above the \(Self.text(nanoseconds: dictionary)) of KeychainKit's dictionaries")
    }
    if let rawToFloor, let formatGoal {
      let verdict = Self.hundredths(rawToFloor) > Self.hundredths(formatGoal) ? "more than" : "within"
      remarks.append("format: raw is \(text(factor: rawToFloor)) x floor, \(verdict) \(text(factor: formatGoal))")
    }
    return remarks
  }

  private var goalText: String {
    if let bridging { return "+\(text(bridging))" }
    return limit == nil ? text(factor: goal) : text(limit)
  }

  private var verdict: String {
    isMissed.map { $0 ? "MISS" : "ok" } ?? "-"
  }

  /// As it is printed, without the point.
  static func hundredths(_ ratio: Double) -> Double { (ratio * 100).rounded() }

  private func text(factor: Double?) -> String {
    factor.map { String(format: "%.2f", $0) } ?? "-"
  }

  func text(_ value: Double?) -> String {
    guard let value else { return "-" }
    switch unit {
    case .factor: return text(factor: value)
    case .bytes where abs(value) >= 1e5: return String(format: "%.1fMB", value / 1e6)
    case .bytes: return String(format: "%.0fB", value)
    case .nanoseconds: return Self.text(nanoseconds: value)
    }
  }

  /// Three digits that count, in nanoseconds or microseconds.
  static func text(nanoseconds: Double) -> String {
    let microseconds = nanoseconds / 1_000
    switch microseconds {
    case ..<1: return String(format: "%.0fns", nanoseconds)
    case ..<10: return String(format: "%.2fus", microseconds)
    case ..<100: return String(format: "%.1fus", microseconds)
    default: return String(format: "%.0fus", microseconds)
    }
  }
}
