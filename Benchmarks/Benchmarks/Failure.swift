/// What ends a run: a side that did not do its work, or gave a result that is not right.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Ends the run where a result is not what it must be.
func require(_ condition: Bool, _ description: @autoclosure () -> String) throws(Failure) {
  guard condition else { throw Failure(description()) }
}
