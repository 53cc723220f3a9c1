/// `{"type":"array"}`: how many elements, which ones in any order, and what holds for each.
struct ArrayMatcher: Sendable {
  private let count: Int?
  private let items: [ResultMatcher]
  private let each: ResultMatcher?

  init(_ fields: inout Fields) throws(Mismatch) {
    let items = try fields.takeArray("items")
    // Items without a count are the whole array.
    count = try fields.takeCount("count") ?? items?.count
    self.items = try (items ?? []).map { item throws(Mismatch) in try ResultMatcher(ofElement: item) }
    each = try fields.take("each").map { json throws(Mismatch) in try ResultMatcher(ofElement: json) }
  }

  func check(_ result: EngineValue?, in context: MatchContext) throws(Mismatch) {
    guard case .array(let elements) = result else {
      throw Mismatch(expected: "an array", got: result.caseDescription)
    }
    if let count, elements.count != count {
      throw Mismatch(expected: "an array of \(count)", got: "one of \(elements.count)")
    }
    if let each {
      for element in elements {
        do {
          try each.check(element, in: context)
        } catch {
          throw Mismatch(expected: "each element to be \(error.expected)", got: error.got)
        }
      }
    }
    try checkItems(elements, in: context)
  }

  /// Gives every item an element of its own, whatever their order.
  private func checkItems(_ elements: [EngineValue], in context: MatchContext) throws(Mismatch) {
    let candidates = try items.map { item throws(Mismatch) in
      let candidates = elements.indices.filter { item.accepts(elements[$0], in: context) }
      // One that no element suits says best what is wrong, and a saved result that does not exist says it itself.
      if candidates.isEmpty, let element = elements.first {
        do throws(Mismatch) {
          try item.check(element, in: context)
        } catch {
          throw Mismatch(expected: "an element to be \(error.expected)", got: "none of \(elements.count)")
        }
      }
      return candidates
    }
    var owners: [Int: Int] = [:]
    for item in items.indices {
      var tried: Set<Int> = []
      guard assign(item, candidates: candidates, owners: &owners, tried: &tried) else {
        throw Mismatch(expected: "an element for each of \(items.count) items", got: "too few that suit")
      }
    }
  }

  /// Finds an element for one item, moving earlier items to other elements of theirs where that makes room.
  private func assign(_ item: Int, candidates: [[Int]], owners: inout [Int: Int], tried: inout Set<Int>) -> Bool {
    for element in candidates[item] where tried.insert(element).inserted {
      let isFree =
        owners[element].map { assign($0, candidates: candidates, owners: &owners, tried: &tried) } ?? true
      if isFree {
        owners[element] = item
        return true
      }
    }
    return false
  }
}

extension ResultMatcher {
  func accepts(_ element: EngineValue, in context: MatchContext) -> Bool {
    do {
      try check(element, in: context)
      return true
    } catch {
      return false
    }
  }
}
