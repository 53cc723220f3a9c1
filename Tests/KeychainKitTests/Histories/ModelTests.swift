import Foundation
import KeychainKit
import TestSupport
import Testing

/// Random histories on the engine and on a model of a hundred lines, held against each other after every step.
@Suite("histories") struct ModelTests {
  private static let steps = 300
  private static let groups = ["team.a", "team.b"]
  private static let passphrase = SecretBytes(TestPassphrase.text)

  @Test(arguments: 0..<10)
  func `the engine answers as the model does`(number: Int) throws {
    // Half of the seeds are always the same, half are new each time.
    let seed = number < 5 ? UInt64(number) : .random(in: .min ... .max)
    var history = try History(seed: seed)
    for step in 0..<Self.steps {
      let (name, problem) = try history.step()
      guard let problem else { continue }
      Issue.record("seed \(seed), step \(step), \(name): \(problem)")
      return
    }
    // Whatever the history, the record that every statement kept is the one that counting anew gives.
    let report = try history.verifyState()
    #expect(report.condition.isSound, "seed \(seed): \(report)")
  }

  /// One history on both.
  private struct History {
    private let temporary = Box()
    private var model = ModelKeychain(groups: ModelTests.groups)
    private var random: SeededRandom

    private final class Box {
      var keychain: TemporaryKeychain?
    }

    init(seed: UInt64) throws {
      random = SeededRandom(seed: seed)
      temporary.keychain = try TemporaryKeychain(passphrase: TestPassphrase.text, groups: ModelTests.groups)
    }

    private func keychain() throws -> Keychain {
      guard let keychain = temporary.keychain else { throw CancellationError() }
      return try keychain.keychain
    }

    func verifyState() throws -> StateReport {
      try keychain().verifyState()
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
      elements[Int.random(in: elements.indices, using: &random)]
    }

    private mutating func name() -> ModelKeychain.Name {
      ModelKeychain.Name(
        service: pick(["s", "t"]), account: pick(["", "a", "b", "c"]), group: pick(ModelTests.groups),
        isSynchronizable: pick([true, false, false]))
    }

    private mutating func value() -> ModelKeychain.Value {
      ModelKeychain.Value(
        secret: "\(random.next())", label: pick([nil, "l", "m"]),
        protection: pick([.whenUnlocked, .whenUnlocked, .afterFirstUnlock, .always]))
    }

    private mutating func query() -> ModelKeychain.Query {
      ModelKeychain.Query(
        service: pick([nil, "s", "t"]), account: pick([nil, "", "a", "b", "c"]), group: pick([nil] + ModelTests.groups),
        label: pick([nil, nil, nil, "l"]), isSynchronizable: pick([nil, true, false, false]))
    }

    /// The step's name, and what was wrong in it.
    mutating func step() throws -> (String, String?) {
      let before = model
      let kind = pick(["add", "add", "add", "upsert", "update", "update", "delete", "list", "list", "lock", "unlock"])
      let (expected, actual): (Status?, Status)
      switch kind {
      case "add":
        let (name, value) = (name(), value())
        (expected, actual) = (expectation(model.add(name, value)), try add(name, value))
      case "upsert":
        let (name, value) = (name(), value())
        (expected, actual) = (expectation(model.add(name, value, replacing: true)), try upsert(name, value))
      case "update":
        let (query, secret, label) = (query(), pick([nil, "new \(random.next())"]), pick([nil, "l", "m"]))
        let account = pick([nil, nil, "a", "d"])
        let failure = model.update(query, secret: secret, label: label, account: account)
        guard failure != .unsupported else { return (kind, nil) }
        (expected, actual) = (expectation(failure), try update(query, secret, label, account))
      case "delete":
        let query = query()
        (expected, actual) = (expectation(model.delete(query)), try delete(query))
      case "lock":
        model.isLocked = true
        (expected, actual) = (.success, try change { try $0.lock() })
      case "unlock":
        model.unlock()
        (expected, actual) = (.success, try change { try $0.unlock(passphrase: ModelTests.passphrase) })
      default:
        return (kind, try listingProblem(query()))
      }
      if expected != actual { return (kind, "\(actual) instead of \(String(describing: expected)), model: \(before)") }
      return (kind, try listingProblem(ModelKeychain.Query(isSynchronizable: nil)))
    }

    private func expectation(_ failure: ModelFailure?) -> Status? {
      failure.map(\.status) ?? .success
    }

    private func change(_ call: (Keychain) throws -> Void) throws -> Status {
      let keychain = try keychain()
      return status { try call(keychain) }
    }

    private func item(_ name: ModelKeychain.Name, _ value: ModelKeychain.Value) -> ItemQuery {
      ItemQuery.genericPassword(service: name.service, account: name.account).accessGroup(name.group)
        .synchronizable(name.isSynchronizable ? .synchronizable : .local).accessible(value.protection)
        .with(.label, value.label.map { .text($0) })
    }

    private func add(_ name: ModelKeychain.Name, _ value: ModelKeychain.Value) throws -> Status {
      try change { _ = try $0.add(self.item(name, value), secret: SecretBytes(value.secret)) }
    }

    private func upsert(_ name: ModelKeychain.Name, _ value: ModelKeychain.Value) throws -> Status {
      try change { _ = try $0.upsert(self.item(name, value), secret: SecretBytes(value.secret)) }
    }

    private func dictionary(_ query: ModelKeychain.Query) -> [String: Any] {
      var dictionary: [String: Any] = ["class": "genp"]
      dictionary["svce"] = query.service
      dictionary["acct"] = query.account
      dictionary["agrp"] = query.group
      dictionary["labl"] = query.label
      dictionary["sync"] = query.isSynchronizable.map { $0 as Any } ?? "syna"
      return dictionary
    }

    private func update(
      _ query: ModelKeychain.Query, _ secret: String?, _ label: String?, _ account: String?
    ) throws -> Status {
      var changes: [String: Any] = [:]
      changes["v_Data"] = secret.map { Data($0.utf8) }
      changes["labl"] = label
      changes["acct"] = account
      return try change { try $0.update(self.dictionary(query), changes) }
    }

    private func delete(_ query: ModelKeychain.Query) throws -> Status {
      try change { try $0.delete(self.dictionary(query)) }
    }

    /// Holds a listing of the engine against the model's.
    private func listingProblem(_ query: ModelKeychain.Query) throws -> String? {
      var found: [ModelKeychain.Name: ModelKeychain.Value] = [:]
      let ask = dictionary(query) + ["m_Limit": "m_LimitAll", "r_Attributes": true, "r_Data": true]
      let status = try change { keychain in
        for entry in try keychain.copyMatching(ask) as? [[String: Any]] ?? [] {
          let name = ModelKeychain.Name(
            service: entry["svce"] as? String ?? "", account: entry["acct"] as? String ?? "",
            group: entry["agrp"] as? String ?? "", isSynchronizable: entry["sync"] as? Int == 1)
          found[name] = ModelKeychain.Value(
            secret: (entry["v_Data"] as? Data).map { String(decoding: $0, as: UTF8.self) } ?? "",
            label: entry["labl"] as? String,
            protection: ProtectionClass(code: entry["pdmn"] as? String ?? "") ?? .always)
        }
      }
      switch model.list(query) {
      case .success(let expected):
        return status == .success && found == expected ? nil : "\(status), \(found) instead of \(expected)"
      case .failure(let failure):
        return status == failure.status ? nil : "\(status) instead of \(failure)"
      }
    }
  }
}
