/// A door by the name that `--through` takes.
package struct DoorEntry: Sendable {
  /// What `--through` takes.
  package let name: String
  /// What the engine is reached by, for the usage text.
  package let summary: String
  /// Opens an empty store for one case.
  package let makeDoor: CaseRunner.MakeDoor

  /// A row of the table of doors.
  package init(name: String, summary: String, makeDoor: @escaping CaseRunner.MakeDoor) {
    self.name = name
    self.summary = summary
    self.makeDoor = makeDoor
  }

  /// Every door; the first is the default.
  package static let all: [DoorEntry] = [.kit, .security]
}
