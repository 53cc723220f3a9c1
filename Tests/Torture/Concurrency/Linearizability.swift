/// Whether calls that overlapped can be put into one order, each between its beginning and its end, in which every
/// answer is right: the search of Wing and Gong, which goes back where it is stuck and tries no situation twice.
package enum Linearizability {
  /// - Parameter operations: those on one item, which is absent in the beginning.
  package static func holds(_ operations: [Operation]) -> Bool {
    Search(operations).succeeds()
  }

  /// What the item is after the operation; nil where the operation cannot have ended so.
  static func applying(_ operation: Operation, to value: String?) -> String?? {
    switch (operation.kind, operation.outcome) {
    // Nothing happened.
    case (_, .locked): .some(value)
    case (.add, .done): value == nil ? .some(operation.value) : nil
    case (.add, .duplicate): value == nil ? nil : .some(value)
    case (.update, .done): value == nil ? nil : .some(operation.value)
    case (.delete, .done): value == nil ? nil : .some(nil)
    case (.update, .absent), (.delete, .absent), (.read, .absent): value == nil ? .some(nil) : nil
    case (.read, .value(let found)): value == found ? .some(value) : nil
    default: nil
    }
  }

  /// The calls that are done already, and what the item then is.
  private struct Situation: Hashable {
    var done: [UInt64]
    var value: String?

    mutating func take(_ index: Int, _ value: String?) {
      done[index / 64] |= 1 << (index % 64)
      self.value = value
    }

    func has(_ index: Int) -> Bool { done[index / 64] >> (index % 64) & 1 == 1 }
  }

  private struct Search {
    /// In the order of their beginnings.
    private let operations: [Operation]
    private var seen: Set<Situation> = []

    init(_ operations: [Operation]) {
      self.operations = operations.sorted { $0.invoked < $1.invoked }
    }

    func succeeds() -> Bool {
      var search = self
      var open = [Situation(done: Array(repeating: 0, count: operations.count / 64 + 1), value: nil)]
      while let situation = open.popLast() {
        guard let first = operations.indices.first(where: { !situation.has($0) }) else { return true }
        for next in search.successors(of: situation, from: first) where search.seen.insert(next).inserted {
          open.append(next)
        }
      }
      return false
    }

    /// What may come next: a call that began before any other that is left ended.
    private func successors(of situation: Situation, from first: Int) -> [Situation] {
      var successors: [Situation] = []
      var earliestEnd = UInt64.max
      for index in operations.indices.dropFirst(first) {
        if operations[index].invoked > earliestEnd { break }
        if situation.has(index) { continue }
        earliestEnd = min(earliestEnd, operations[index].returned)
        guard let value = Linearizability.applying(operations[index], to: situation.value) else { continue }
        var next = situation
        next.take(index, value)
        successors.append(next)
      }
      // Later ones are tried first: they come off the end of the list.
      return successors.reversed()
    }
  }
}
