package import KeychainKit
import TestSupport

/// A workload during which something fails, is borne, and ends.
///
/// A step that fails says why, and leaves everything as before it or as after it; while the fault lasts no answer is
/// wrong; when it is over the step succeeds and the workload goes on.
package struct FaultRun {
  let workload: Workload
  let layer: FaultLayer?
  /// Ends the fault; how many calls it met.
  let end: () -> Int
  let explains: (KeychainError) -> Bool
  var allowances = Allowances()
  /// Hears what each step came to.
  var trace: (String) -> Void = { _ in }

  package init(
    _ workload: Workload, layer: FaultLayer?, end: @escaping () -> Int, explains: @escaping (KeychainError) -> Bool
  ) {
    self.workload = workload
    self.layer = layer
    self.end = end
    self.explains = explains
  }

  /// Runs the workload in a fresh folder; `begin` makes the fault come.
  package func run(_ report: inout RunReport, _ title: String, begin: () -> Void) throws {
    let folder = try TemporaryFolder(inMemory: true)
    let session = WorkloadSession(in: folder.path, through: layer)
    session.allowances = allowances
    report.runs += 1
    begin()
    defer { _ = end() }
    for (index, step) in workload.steps.enumerated() {
      let failedCalls = report.failedCalls
      let problems = take(step, in: session, &report.failedCalls)
      trace("\(index) \(step.name): \(report.failedCalls == failedCalls ? "done" : "failed, borne, done")")
      guard problems.isEmpty else {
        let at = "\(workload.title), \(title), step \(index) (\(step.name))"
        report.failures.append("\(at): \(problems.prefix(3).joined(separator: "; "))")
        return
      }
    }
    _ = end()
    report.failures += try lastProblems(session, folder).map { "\(workload.title), \(title), in the end: \($0)" }
  }

  private func take(_ step: WorkloadStep, in session: WorkloadSession, _ failedCalls: inout Int) -> [String] {
    let before = session.state
    let after = before.applying(step)
    do throws(KeychainError) {
      try session.perform(step)
      session.state = after
      if case .check = step { return session.problems(expecting: after).filter { !$0.hasPrefix("reading: ") } }
      return []
    } catch {
      failedCalls += 1
      var problems = explains(error) ? [] : ["\(error)"]
      problems += session.problemsMeanwhile([before, after], explains: explains)
      if end() == 0 { problems.append("\(error), and nothing had failed") }
      return problems + recover(step, in: session, before, after)
    }
  }

  /// Once the fault is over: nothing is half, and the step can be done.
  private func recover(
    _ step: WorkloadStep, in session: WorkloadSession, _ before: WorkloadState, _ after: WorkloadState
  ) -> [String] {
    if before.isMade {
      // A keychain that could not be opened again is opened by the check.
      let unmoved = session.keychain == nil ? after : before
      let problems = session.problems(expecting: unmoved)
      if !problems.isEmpty {
        let moved = session.problems(expecting: after)
        session.state = after
        return moved.isEmpty ? [] : ["half done: not before, \(problems[0]); not after, \(moved[0])"]
      }
      session.state = unmoved
    }
    do throws(KeychainError) {
      try session.perform(step)
      session.state = after
      return session.problems(expecting: after)
    } catch {
      return ["again, with nothing wrong any more: \(error)"]
    }
  }

  /// Everything once more as a new process finds it, and as SQLite finds it.
  private func lastProblems(_ session: WorkloadSession, _ folder: TemporaryFolder) throws -> [String] {
    session.close()
    return try Aftermath(folder: folder.path, allowances: allowances).problems(oneOf: [session.state])
  }
}

extension FaultRun {
  /// Fails calls of one kind, each in a run of its own, over the whole of a workload.
  package static func each(
    _ fault: Fault, of workload: Workload, limit: Int = .max, progress: RunProgress = { _, _ in }
  ) throws -> RunReport {
    var report = RunReport("T4 \(fault.name)")
    let numbers = try callCount(fault.kind.calls, of: workload).spread(limit)
    for (done, number) in numbers.enumerated() {
      RunWatch.begin("T4 \(workload.title), \(fault.name) at \(number)")
      try one(fault, at: number, of: workload, &report)
      progress(done + 1, numbers.count)
    }
    return report
  }

  /// One of the runs of `each` again, told step by step.
  package static func again(
    _ fault: Fault, at number: Int, of workload: Workload, trace: @escaping (String) -> Void
  ) throws -> RunReport {
    var report = RunReport("T4 \(fault.name)")
    try one(fault, at: number, of: workload, &report, trace: trace)
    return report
  }

  private static func one(
    _ fault: Fault, at number: Int, of workload: Workload, _ report: inout RunReport,
    trace: @escaping (String) -> Void = { _ in }
  ) throws {
    let layer = FaultLayer()
    var run = FaultRun(workload, layer: layer, end: { layer.disarm() }, explains: fault.kind.explains)
    run.allowances = fault.allowances
    run.trace = { trace("\($0), \(layer.count(fault.kind.calls)) calls of the kind") }
    try run.run(&report, "\(fault.name) at \(number)") { layer.arm(fault, at: number) }
  }

  /// How many calls of these kinds the workload makes when nothing fails.
  package static func callCount(_ calls: UInt32, of workload: Workload) throws -> Int {
    let folder = try TemporaryFolder(inMemory: true)
    let layer = FaultLayer()
    let session = WorkloadSession(in: folder.path, through: layer)
    for step in workload.steps {
      try session.perform(step)
      session.state = session.state.applying(step)
    }
    session.close()
    return layer.count(calls)
  }
}
