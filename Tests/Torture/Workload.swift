import KeychainKit
import KeychainSchema
import TestSupport

/// Forty steps and the check of everything among them.
package struct Workload: Sendable {
  package let title: String
  package let steps: [WorkloadStep]

  package init(title: String, steps: [WorkloadStep]) {
    self.title = title
    self.steps = steps
  }

  /// Every passphrase that any workload ever sets.
  package static let passphrases = ["correct horse", "battery staple", "a third one"]

  /// Every item that any workload ever adds.
  package static let names: [WorkloadName] = ["mail", "bank"].flatMap { service in
    ["ada", "bob", "eve", "dan"].flatMap { account in
      [false, true].map { WorkloadName(service: service, account: account, isSynchronizable: $0) }
    }
  }

  /// A secret of the workload: long ones take pages of their own.
  static func secret(_ number: UInt64) -> String {
    let text = "secret \(number) "
    return number % 5 == 0 ? String(repeating: text, count: 700) : text
  }
}

extension Workload {
  /// Forty calls that fit together, drawn by a seed.
  package init(seed: UInt64, count: Int = 40) {
    var random = SeededRandom(seed: seed)
    var state = WorkloadState()
    var steps: [WorkloadStep] = []
    func take(_ step: WorkloadStep) {
      steps.append(step)
      state = state.applying(step)
    }
    take(.make)
    while steps.count < count {
      if let step = Self.step(in: state, &random) { take(step) }
      if steps.count % 8 == 7 { take(.check) }
    }
    if state.keys != .all { take(.unlock) }
    take(.check)
    title = "seed \(seed)"
    self.steps = steps
  }

  /// A step that succeeds in the state; nil where the draw has none.
  private static func step(in state: WorkloadState, _ random: inout SeededRandom) -> WorkloadStep? {
    func pick<Element>(_ elements: [Element]) -> Element? { elements.randomElement(using: &random) }
    let open = state.items.filter { state.isOpen($0.value.protection) }.keys.sorted { $0.order < $1.order }
    let free = names.filter { state.items[$0] == nil }
    switch Int.random(in: 0..<23, using: &random) {
    case 20:
      guard state.keys == .all, let name = pick(open) else { return nil }
      let others = free.filter { $0.service == name.service && $0.isSynchronizable == name.isSynchronizable }
      return pick(others).map { .move(name, to: $0) }
    case 0..<5:
      // A tombstone may hold the name of a synchronizable item, and only its key can say so.
      guard state.keys == .all || !free.isEmpty,
        let name = pick(free.filter { state.keys == .all || !$0.isSynchronizable })
      else { return nil }
      return value(for: name, in: state, &random).map { .add(name, $0) }
    case 5:
      guard state.keys == .all, free.count >= 4 else { return nil }
      return .addMany(
        free.shuffled(using: &random).prefix(4).compactMap { name in
          value(for: name, in: state, &random).map { (name, $0) }
        })
    case 6..<9: return pick(open).map { .setSecret($0, secret(random.next() % 1_000)) }
    case 9: return pick(open).map { .setLabel($0, "label \(random.next() % 100)") }
    case 10, 11:
      guard state.keys == .all, let name = pick(open) else { return nil }
      return value(for: name, in: state, &random).map { .setProtection(name, $0.protection) }
    case 12, 13: return pick(state.items.keys.sorted { $0.order < $1.order }).map { .delete($0) }
    case 14, 15:
      guard state.keys == .all else { return .unlock }
      guard let passphrase = pick(passphrases.filter { $0 != state.passphrase }) else { return nil }
      return state.passphrase == nil ? .setPassphrase(passphrase) : .changePassphrase(passphrase)
    case 16: return state.passphrase != nil && state.keys == .all ? .removePassphrase : nil
    case 17: return state.passphrase != nil ? .lock : nil
    case 18: return state.keys == .all ? nil : .unlock
    case 21: return state.keys == .all ? .rotateKeys : nil
    case 22: return state.keys == .all ? .shred : nil
    default: return .reopen
    }
  }

  private static func value(
    for name: WorkloadName, in state: WorkloadState, _ random: inout SeededRandom
  ) -> WorkloadValue? {
    let classes = ProtectionClass.allCases.filter { protection in
      state.isOpen(protection) && !(name.isSynchronizable && protection.isThisDeviceOnly)
        && (state.passphrase != nil || protection != .whenPasscodeSetThisDeviceOnly)
    }
    return classes.randomElement(using: &random).map { protection in
      WorkloadValue(secret: secret(random.next() % 1_000), label: "label", protection: protection)
    }
  }
}

extension WorkloadName {
  /// A dictionary has no order, and a workload must.
  fileprivate var order: String { "\(service) \(account) \(isSynchronizable)" }
}
