import KeychainKit
import KeychainSchema
import Testing
import Torture

/// What the runs found, each as the fewest steps that show it; the fault comes at each call in turn.
@Suite("torture: what was found") struct FoundFaultTests {
  private static let long = WorkloadName(service: "mail", account: "ada")
  private static let short = WorkloadName(service: "bank", account: "bob")
  private static let shared = WorkloadName(service: "mail", account: "eve", isSynchronizable: true)
  private static let longSecret = String(repeating: "s", count: 9_000)

  private func failures(
    _ fault: Fault, label: String = "l", secret: String = Self.longSecret, _ steps: [WorkloadStep]
  ) throws -> [String] {
    // The long one takes pages of its own.
    let items: [(name: WorkloadName, value: WorkloadValue)] = [
      (Self.long, WorkloadValue(secret: secret, label: label, protection: .whenUnlocked)),
      (Self.short, WorkloadValue(secret: "s", label: "l", protection: .always)),
    ]
    let workload = Workload(title: "found", steps: [.make, .addMany(items), .reopen] + steps)
    let report = try FaultRun.each(fault, of: workload)
    #expect(report.runs > 0)
    return report.failures
  }

  @Test(arguments: [false, true])
  func `a header that cannot be read is an error of the disk, and not a stranger's file`(isForever: Bool) throws {
    #expect(try failures(Fault(.read, isForever: isForever), [.check]) == [])
  }

  @Test func `an item that was read wrong once is there at the next look, and not in quarantine`() throws {
    #expect(try failures(Fault(.shortRead, isForever: false), [.check, .check]) == [])
  }

  @Test func `an item that was read wrong while it was sealed anew is not given up`() throws {
    #expect(try failures(Fault(.shortRead, isForever: false), [.setPassphrase(Workload.passphrases[0]), .check]) == [])
  }

  @Test func `a secret that was read wrong while its item was changed is not written back`() throws {
    let steps: [WorkloadStep] = [.setLabel(Self.long, "a"), .setLabel(Self.long, "b"), .check, .reopen, .check]
    #expect(try failures(Fault(.shortRead, isForever: false), steps) == [])
  }

  @Test(arguments: [
    WorkloadStep.delete(Self.long), .setSecret(Self.long, "short"), .setSecret(Self.long, Self.longSecret),
    .setProtection(Self.long, .always), .move(Self.long, to: WorkloadName(service: "mail", account: "bob")),
  ])
  func `a secret that was read wrong while its item went or changed does not go into the record`(
    step: WorkloadStep
  ) throws {
    #expect(try failures(Fault(.shortRead, isForever: false), [step]) == [])
  }

  @Test(arguments: [WorkloadStep.delete(Self.shared), .setSecret(Self.shared, "short")])
  func `nor does one of an item that leaves a tombstone`(step: WorkloadStep) throws {
    let value = WorkloadValue(secret: Self.longSecret, label: "l", protection: .always)
    #expect(try failures(Fault(.shortRead, isForever: false), [.add(Self.shared, value), .reopen, step]) == [])
  }

  private static let changes: [WorkloadStep] = [
    .delete(long), .setSecret(long, "short"), .setLabel(long, "short"), .check,
  ]

  // SQLite notices zeros in a page that leads to another one, and not in the last: here that is the only one behind
  // the first.
  @Test(arguments: changes)
  func `nor does an item whose attributes take more than a page`(step: WorkloadStep) throws {
    let label = String(repeating: "l", count: 5_000)
    #expect(try failures(Fault(.shortRead, isForever: false), label: label, secret: "s", [step, .check]) == [])
  }

  // Of a long row 489 bytes stay on the first page where what is over would not fit there, which some of these lengths
  // bring about; attributes of 400 bytes then push the head of the secret's box behind it.
  @Test(arguments: changes, Array(0..<10))
  func `nor does one whose secret begins behind its first page`(step: WorkloadStep, paddings: Int) throws {
    let label = String(repeating: "l", count: 400)
    let secret = String(repeating: "s", count: 2_600 + 128 * paddings)
    #expect(try failures(Fault(.shortRead, isForever: false), label: label, secret: secret, [step, .check]) == [])
  }

  @Test func `a write does not build on what the rollback before it read wrong`() throws {
    let steps: [WorkloadStep] = [.setLabel(Self.short, "a"), .setLabel(Self.short, "b"), .check]
    #expect(try failures(Fault(.shortRead, isForever: true), steps) == [])
  }

  @Test(arguments: [FaultKind.full, .write, .flush])
  func `a secret that an unfinished reseal left behind goes with the rest, though its item was changed`(
    kind: FaultKind
  ) throws {
    let steps: [WorkloadStep] = [
      .setPassphrase(Workload.passphrases[0]), .setLabel(Self.long, "changed"), .reopen, .unlock, .check,
    ]
    #expect(try failures(Fault(kind, isForever: true), steps) == [])
  }

  @Test func `a log whose own locks cannot be had is busy`() throws {
    #expect(try failures(Fault(.lock, isForever: true), [.setLabel(Self.short, "a")]) == [])
  }
}

/// A step by its name: a long secret does not belong into a report.
extension WorkloadStep: CustomTestStringConvertible {
  package var testDescription: String { name }
}
