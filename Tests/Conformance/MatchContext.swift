import Foundation

/// What a matcher may look at besides the result.
struct MatchContext {
  let saved: SavedResults
  let door: any ConformanceDoor
  let now: Date
}
