import Foundation
package import KeychainKit
import TestSupport

/// Somebody who makes drawn calls on fifty shared items, and writes down what came of them.
package struct Operator {
  package static let itemCount = 50

  private let keychain: Keychain
  private let name: String
  private var random: SeededRandom

  package init(_ keychain: Keychain, seed: UInt64) {
    self.keychain = keychain
    name = String(seed, radix: 36)
    random = SeededRandom(seed: seed)
  }

  /// Every other item is of a class that needs the passphrase.
  static func needsPassphrase(_ item: Int) -> Bool { item % 2 == 0 }

  /// An unlock, so many calls on items, and the locks and unlocks among them.
  package mutating func run(_ count: Int) -> [Operation] {
    var operations: [Operation] = []
    operations.reserveCapacity(count * 5 / 4)
    operations.append(measured(.unlock, 0, ""))
    for number in 0..<count {
      let kind: Operation.Kind =
        [.add, .add, .update, .update, .delete, .read, .read, .read].randomElement(
          using: &random) ?? .read
      let item = Int.random(in: 0..<Self.itemCount, using: &random)
      operations.append(measured(kind, item, "\(name).\(number)"))
      if Int.random(in: 0..<200, using: &random) == 0 { operations.append(measured(.lock, 0, "")) }
      if operations.last?.outcome == .locked, Int.random(in: 0..<4, using: &random) == 0 {
        operations.append(measured(.unlock, 0, ""))
      }
    }
    return operations
  }

  private func measured(_ kind: Operation.Kind, _ item: Int, _ value: String) -> Operation {
    let invoked = now()
    let outcome = outcome(kind, item, value)
    return Operation(
      kind, item: item, value: value, invoked: invoked, returned: now(), outcome: outcome)
  }

  private func outcome(_ kind: Operation.Kind, _ item: Int, _ value: String) -> Operation.Outcome {
    let query = ItemQuery.genericPassword(service: "shared", account: "\(item)")
    do throws(KeychainError) {
      switch kind {
      case .add:
        try keychain.add(
          query.accessible(Self.needsPassphrase(item) ? .whenUnlocked : .always), secret: SecretBytes(value))
      case .update: try keychain.update(query, .secret(SecretBytes(value)))
      case .delete: try keychain.delete(query)
      case .read: return .value(String(decoding: try keychain.data(for: query), as: UTF8.self))
      case .lock: try keychain.lock()
      case .unlock: try keychain.unlock(passphrase: SecretBytes(TestPassphrase.text))
      }
      return .done
    } catch .duplicateItem {
      return .duplicate
    } catch .itemNotFound {
      return .absent
    } catch .locked {
      return .locked
    } catch {
      return .failed("\(error)")
    }
  }

  private func now() -> UInt64 {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_MONOTONIC, &time) == 0 else { preconditionFailure("there is such a clock") }
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
