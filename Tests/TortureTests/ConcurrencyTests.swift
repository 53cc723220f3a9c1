import TestSupport
import Testing
import Torture

@Suite("torture: processes and threads, in short", .serialized) struct ConcurrencyTests {
  private static let seed = UInt64.random(in: 0..<1 << 32)

  @Test func `what processes are told on shared items is what one after the other would be`() async throws {
    let report = try await Threads.alone { try ConcurrencyRun.ofProcesses(4, calls: 200, seed: Self.seed) }
    #expect(report.failures == [], "seed \(Self.seed)")
    #expect(report.runs >= 800)
  }

  @Test func `what threads are told on shared items is what one after the other would be`() async throws {
    let report = try await Threads.alone { try ConcurrencyRun.ofThreads(8, calls: 200, seed: Self.seed) }
    #expect(report.failures == [], "seed \(Self.seed)")
    #expect(report.runs >= 1_600)
  }
}

@Suite("torture: the judges of histories") struct HistoryJudgeTests {
  private func operation(
    _ kind: Operation.Kind, _ times: ClosedRange<UInt64>, _ outcome: Operation.Outcome = .done,
    writes value: String = "",
    process: Int = 0
  ) -> Operation {
    Operation(
      kind, value: value, invoked: times.lowerBound, returned: times.upperBound, outcome: outcome, process: process)
  }

  @Test func `one call after the other is an order where each answer follows from those before`() {
    let history = [
      operation(.read, 0...1, .absent), operation(.add, 2...3, writes: "a"),
      operation(.add, 4...5, .duplicate, writes: "b"),
      operation(.read, 6...7, .value("a")), operation(.update, 8...9, writes: "c"),
      operation(.read, 10...11, .value("c")),
      operation(.delete, 12...13), operation(.update, 14...15, .absent, writes: "d"),
      operation(.delete, 16...17, .absent),
      operation(.read, 18...19, .locked), operation(.read, 20...21, .absent),
    ]
    #expect(Linearizability.holds(history))
    #expect(Linearizability.holds(history.reversed()))
    // Any one answer changed is wrong.
    let wrong: [Operation.Outcome] = [.done, .duplicate, .absent, .value("x")]
    for index in history.indices where history[index].outcome != .locked {
      for outcome in wrong where outcome != history[index].outcome {
        var changed = history
        changed[index].outcome = outcome
        // A read says a value or nothing; no other call does.
        #expect(!Linearizability.holds(changed), "\(index) \(outcome)")
      }
    }
  }

  @Test func `calls that overlap may come in either order, and others may not`() {
    let overlapping = [
      operation(.add, 0...10, writes: "a"), operation(.read, 1...9, .absent), operation(.read, 2...8, .value("a")),
    ]
    #expect(Linearizability.holds(overlapping))
    let late = [
      operation(.add, 0...10, writes: "a"), operation(.read, 1...3, .value("a")), operation(.read, 4...8, .absent),
    ]
    #expect(!Linearizability.holds(late), "what was read once is not forgotten")
    let lost = [
      operation(.add, 0...1, writes: "a"), operation(.update, 2...6, writes: "b"),
      operation(.update, 3...5, writes: "c"),
      operation(.read, 7...8, .value("a")),
    ]
    #expect(!Linearizability.holds(lost))
    #expect(Linearizability.holds(Array(lost.dropLast()) + [operation(.read, 7...8, .value("b"))]))
    #expect(Linearizability.holds(Array(lost.dropLast()) + [operation(.read, 7...8, .value("c"))]))
    let both = [operation(.add, 0...4, writes: "a"), operation(.add, 1...3, writes: "b")]
    #expect(!Linearizability.holds(both), "two adds cannot both have made it")
    #expect(Linearizability.holds([both[0], operation(.add, 1...3, .duplicate, writes: "b")]))
  }

  @Test func `a read that a failed call could have made is not found`() {
    #expect(
      !Linearizability.holds([operation(.add, 0...1, .locked, writes: "a"), operation(.read, 2...3, .value("a"))]))
    #expect(!Linearizability.holds([operation(.add, 0...1, .failed("x"), writes: "a")]))
  }

  @Test func `a read after a lock is one without an unlock of its own since`() {
    let begin = [operation(.unlock, 0...0), operation(.unlock, 0...0, process: 1)]
    func violations(_ operations: [Operation]) -> Int {
      LockHistory.violations(in: begin + operations, needsPassphrase: { _ in true }).count
    }
    let read = operation(.read, 20...21, .value("a"))
    #expect(violations([read]) == 0)
    #expect(violations([operation(.lock, 10...11), read]) == 1)
    #expect(violations([operation(.lock, 10...11, process: 1), read]) == 1)
    #expect(violations([operation(.lock, 10...20, process: 1), read]) == 0, "it had not ended")
    #expect(violations([operation(.lock, 10...11, process: 1), operation(.unlock, 12...13), read]) == 0)
    #expect(violations([operation(.lock, 10...11), operation(.unlock, 12...13, process: 1), read]) == 1)
    #expect(violations([operation(.unlock, 8...9), operation(.lock, 10...11), read]) == 1)
    #expect(violations([operation(.unlock, 8...12), operation(.lock, 10...11), read]) == 0, "either may be the later")
    #expect(violations([operation(.lock, 10...11), operation(.read, 20...21, .locked)]) == 0)
  }

  @Test func `a call is what its line says`() throws {
    let outcomes: [Operation.Outcome] = [.done, .duplicate, .absent, .locked, .value("a b"), .failed("why\tnot")]
    for outcome in outcomes {
      let call = Operation(.update, item: 7, value: "v.1", invoked: 1, returned: 2, outcome: outcome, process: 3)
      let again = try #require(Operation(line: call.line, process: 3))
      #expect("\(again)" == "\(call)")
    }
    #expect(Operation(line: "read\t1", process: 0) == nil)
  }
}

@Suite("torture: the judge of times", .serialized) struct TimingTests {
  @Test func `a comparison that stops at the first difference is found out`() {
    let t = TimingRun.statistic(20_000, seed: 1) { left, right in
      {
        for index in left.indices where left[index] != right[index] { return false }
        return true
      }
    }
    #expect(abs(t) > TimingRun.bound)
  }
}
