/// The stages of a call at which policy is asked, in the order in which every call passes them.
///
/// They are stages, and not one question, because the engine's own checks lie between them and the first failure is the
/// answer: queries are parsed after `.anyGroup` by read and add, after `.askedGroup` by update and delete.
/// - Source: SecItemServer.c of Security-61901, restated as facts; Tests/ConformanceTests/Cases/groups.json.
package enum Stage: Int, CaseIterable, Comparable, Sendable {
  /// Entitlements that shut the keychain, or that a named attribute needs (step 2).
  case entitlements
  /// What one dictionary may not name together (step 3).
  case dictionaries
  /// Whether the caller has any group for such a call (step 4).
  case anyGroup
  /// The access group of the query (step 5 or 6).
  case askedGroup
  /// What app clips may not do (step 7, as the three that follow).
  case appClip
  /// The sharing group.
  case sharing
  /// The access group that an update moves items to.
  case newGroup
  /// The item as it would be written, defaults and changes filled in (step 8).
  case item

  /// Whether the left stage is passed first.
  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
