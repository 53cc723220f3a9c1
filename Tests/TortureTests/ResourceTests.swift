import Testing
import Torture

/// Each in a process of its own, because the limits and the allocator are the whole process's.
@Suite("torture: no room and no memory, in short") struct ResourceTests {
  @Test func `a full disk stops a call, loses nothing, and is forgiven`() async {
    await #expect(processExitsWith: .success) {
      let report = try DiskRun.each(30, of: Workload(seed: 3))
      #expect(report.failures == [])
      #expect(report.failedCalls > 10)
    }
  }

  @Test(arguments: [false, true])
  func `a call that gets no memory for SQLite says so, and is forgiven`(isForever: Bool) async {
    await #expect(processExitsWith: .success) { [isForever = isForever as Bool] in
      #expect(MemoryRun.install())
      let report = try MemoryRun.eachOfSQLite(of: .short, isForever: isForever, limit: 60)
      #expect(report.failures == [])
      #expect(report.failedCalls > (isForever ? 40 : 20))
    }
  }

  @Test func `a call that gets no memory for secrets says so, and is forgiven`() async {
    await #expect(processExitsWith: .success) {
      let report = try MemoryRun.eachOfSecrets(of: .short)
      #expect(report.failures == [])
      #expect(report.failedCalls > 5)
    }
  }
}
