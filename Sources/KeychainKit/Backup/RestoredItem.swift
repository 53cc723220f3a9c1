import KeychainSchema

/// An item of a backup as it would be written: read, judged, and its secret opened.
struct RestoredItem {
  let uuid: Identifier
  let content: ItemContent
  /// When it was last changed; an item without a date is older than any other.
  var modified: Double { content.attributes.date(.modificationDate) ?? -.infinity }

  /// Why there is none.
  struct Refusal: Error {
    let outcome: RestoreReport.Outcome

    static let senseless = Refusal(outcome: .failed("its records contradict themselves"))

    init(outcome: RestoreReport.Outcome) {
      self.outcome = outcome
    }

    init(_ obstacle: RestoreReport.Obstacle) {
      outcome = .notRestorable(obstacle)
    }
  }
}
