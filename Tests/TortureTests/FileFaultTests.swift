import Testing
import Torture

@Suite("torture: faults of files, in short") struct FileFaultTests {
  @Test(arguments: Fault.all.map(\.name))
  func `a call that fails says why, harms nothing, and is forgiven`(name: String) throws {
    let fault = try #require(Fault.all.first { $0.name == name })
    // Always the same: the long form draws others.
    let report = try FaultRun.each(fault, of: Workload(seed: 5), limit: 10)
    #expect(report.failures == [])
    #expect(report.runs > 0)
  }

  @Test func `a fault that comes without a word is found out`() throws {
    let layer = FaultLayer()
    let fault = Fault(.write, isForever: false)
    let run = FaultRun(.short, layer: layer, end: { layer.disarm() }, explains: { _ in false })
    var report = RunReport("unexplained")
    try run.run(&report, "write") { layer.arm(fault, at: 60) }
    #expect(report.failures.count == 1)
  }

  @Test func `a layer is never SQLite's own`() throws {
    let layer = FaultLayer()
    let before = layer.count(FaultLayer.all)
    _ = try FaultRun.callCount(FaultLayer.all, of: .short)
    #expect(layer.count(FaultLayer.all) == before)
  }
}
