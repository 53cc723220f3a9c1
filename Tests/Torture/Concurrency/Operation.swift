/// A call that a process made on one of the shared items, with the times between which it took effect.
package struct Operation: Sendable {
  package enum Kind: String, Sendable {
    case add
    case update
    case delete
    case read
    case lock
    case unlock
  }

  package enum Outcome: Equatable, Sendable {
    case done
    /// An add found the item there.
    case duplicate
    /// An update, a delete or a read found no item.
    case absent
    /// The key was not there, and nothing happened.
    case locked
    /// A read found this.
    case value(String)
    /// What no call may end with here.
    case failed(String)
  }

  package var process = 0
  package var kind: Kind
  /// Which item; nothing for a lock or an unlock.
  package var item = 0
  /// What an add or an update wrote; no two are equal.
  package var value = ""
  /// Nanoseconds of the monotonic clock, which every process of a machine shares.
  package var invoked: UInt64
  package var returned: UInt64
  package var outcome: Outcome

  package init(
    _ kind: Kind, item: Int = 0, value: String = "", invoked: UInt64, returned: UInt64, outcome: Outcome,
    process: Int = 0
  ) {
    self.kind = kind
    self.item = item
    self.value = value
    self.invoked = invoked
    self.returned = returned
    self.outcome = outcome
    self.process = process
  }
}

extension Operation {
  /// One line, as a process hands it to who started it.
  package var line: String {
    let (name, text): (String, String) =
      switch outcome {
      case .done: ("done", "")
      case .duplicate: ("duplicate", "")
      case .absent: ("absent", "")
      case .locked: ("locked", "")
      case .value(let value): ("value", value)
      case .failed(let reason): ("failed", reason)
      }
    return [kind.rawValue, "\(item)", value, "\(invoked)", "\(returned)", name, text].joined(separator: "\t")
  }

  /// Nil where the line is none.
  package init?(line: String, process: Int) {
    let fields = line.split(separator: "\t", maxSplits: 6, omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 7, let kind = Kind(rawValue: fields[0]), let item = Int(fields[1]),
      let invoked = UInt64(fields[3]), let returned = UInt64(fields[4])
    else { return nil }
    let outcome: Outcome
    switch fields[5] {
    case "done": outcome = .done
    case "duplicate": outcome = .duplicate
    case "absent": outcome = .absent
    case "locked": outcome = .locked
    case "value": outcome = .value(fields[6])
    case "failed": outcome = .failed(fields[6])
    default: return nil
    }
    self.init(
      kind, item: item, value: fields[2], invoked: invoked, returned: returned, outcome: outcome, process: process)
  }
}
