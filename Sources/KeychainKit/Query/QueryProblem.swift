import KeychainSchema

/// The first error of a dictionary by precedence, not by the order in which its keys come.
///
/// No such class goes before a wrong parameter, a wrong parameter before no such attribute; a number with a fraction
/// goes before all, because a dictionary that holds one cannot even be handed over.
struct QueryProblem {
  private(set) var error: KeychainError?
  private var rank = Int.max

  mutating func note(_ error: KeychainError) {
    let rank = Self.rank(of: error)
    guard rank < self.rank else { return }
    self.rank = rank
    self.error = error
  }

  mutating func parameter(_ problem: String) {
    note(.parameter(problem))
  }

  func check() throws(KeychainError) {
    if let error { throw error }
  }

  private static func rank(of error: KeychainError) -> Int {
    switch error.status {
    case .decode: 0
    case .noSuchClass: 1
    case .parameter: 2
    case .noSuchAttribute: 3
    default: 4
    }
  }
}
