/// A size at which sealing is measured.
struct SealingSize {
  let byteCount: Int
  let name: String
  /// The goal of sealing and opening through spans.
  let spanGoal: Double
  /// The goal of sealing a `Data` into a `Data`.
  let dataGoal: Double

  // swift-format-ignore
  static let all: [SealingSize] = [
    SealingSize(byteCount: 16,        name: "16B",   spanGoal: 1.10, dataGoal: 1.80),
    SealingSize(byteCount: 32,        name: "32B",   spanGoal: 1.10, dataGoal: 1.80),
    SealingSize(byteCount: 64,        name: "64B",   spanGoal: 1.05, dataGoal: 1.80),
    SealingSize(byteCount: 256,       name: "256B",  spanGoal: 1.05, dataGoal: 1.50),
    SealingSize(byteCount: 1_024,     name: "1KiB",  spanGoal: 1.03, dataGoal: 1.30),
    SealingSize(byteCount: 4_096,     name: "4KiB",  spanGoal: 1.03, dataGoal: 1.15),
    SealingSize(byteCount: 65_536,    name: "64KiB", spanGoal: 1.03, dataGoal: 1.15),
    SealingSize(byteCount: 1_048_576, name: "1MiB",  spanGoal: 1.03, dataGoal: 1.15),
  ]
}
