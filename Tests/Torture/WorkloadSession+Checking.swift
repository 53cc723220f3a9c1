import KeychainKit

extension WorkloadState {
  /// What a look-up must find.
  func answer(_ name: WorkloadName) -> WorkloadSession.Answer {
    guard let value = items[name] else { return .absent }
    return isOpen(value.protection) ? .value(value) : .locked
  }
}

extension WorkloadSession {
  /// What is wrong with the open keychain, held against what it must be; empty where nothing is.
  package func problems(expecting expected: WorkloadState) -> [String] {
    var problems: [String] = []
    do throws(KeychainError) {
      let keychain = try open()
      let state = try keychain.lockState
      if state != expected.lockState { problems.append("\(state) instead of \(expected.lockState)") }
      for name in Workload.names {
        let answer = try Self.lookUp(name, in: keychain)
        if answer != expected.answer(name) {
          problems.append("\(answer.summary) instead of \(expected.answer(name).summary) for \(name)")
        }
      }
      if expected.keys == .all {
        let count = try keychain.items(matching: .all(.genericPassword).synchronizable(.any)).count
        if count != expected.items.count { problems.append("\(count) items instead of \(expected.items.count)") }
      }
      problems += passphraseProblems(keychain, expected)
      if keychain.unreadableItemCount != 0, !allowances.mayHaveMisreadRows {
        problems.append("\(keychain.unreadableItemCount) items in quarantine")
      }
    } catch {
      problems.append("reading: \(error)")
    }
    return problems
  }

  /// The names that tombstones hold.
  func tombstones() throws(KeychainError) -> Set<WorkloadName> {
    let query: [String: Any] = [
      "class": "genp", "tomb": true, "sync": "syna", "m_Limit": "m_LimitAll", "r_Attributes": true,
    ]
    do throws(KeychainError) {
      let found = try open().copyMatching(query) as? [[String: Any]] ?? []
      return Set(
        found.map { entry in
          WorkloadName(
            service: entry["svce"] as? String ?? "", account: entry["acct"] as? String ?? "",
            isSynchronizable: entry["sync"] as? Int == 1)
        })
    } catch .itemNotFound {
      return []
    }
  }

  /// Exactly one passphrase opens, or none is set.
  private func passphraseProblems(_ keychain: Keychain, _ expected: WorkloadState) -> [String] {
    Workload.passphrases.compactMap { passphrase in
      do throws(KeychainError) {
        try keychain.verifyPassphrase(SecretBytes(passphrase))
        return passphrase == expected.passphrase ? nil : "passphrase \(passphrase) opens"
      } catch .wrongPassphrase where expected.passphrase != passphrase && expected.passphrase != nil {
        return nil
      } catch .passphraseNotSet where expected.passphrase == nil {
        return nil
      } catch {
        return "reading: \(error)"
      }
    }
  }

  /// While something fails: every answer is right, or an error that says what failed. What is wrong of that.
  func problemsMeanwhile(
    _ allowed: [WorkloadState], explains: (KeychainError) -> Bool
  ) -> [String] {
    guard let keychain else { return [] }
    return Workload.names.compactMap { name in
      do throws(KeychainError) {
        let answer = try Self.lookUp(name, in: keychain)
        return allowed.contains { $0.answer(name) == answer } ? nil : "meanwhile \(answer.summary) for \(name)"
      } catch {
        return explains(error) ? nil : "meanwhile \(error) for \(name)"
      }
    }
  }
}

extension WorkloadState {
  var lockState: Keychain.LockState {
    guard passphrase != nil else { return .noPassphrase }
    return switch keys {
    case .all: .unlocked
    case .first: .locked
    case .device: .notYetUnlocked
    }
  }
}

extension WorkloadSession.Answer {
  /// Short, since a secret of a workload may be long.
  var summary: String {
    switch self {
    case .value(let value):
      "`\(value.secret.prefix(12))…` (\(value.secret.utf8.count), \(value.label), \(value.protection))"
    case .absent: "nothing"
    case .locked: "locked"
    }
  }
}
