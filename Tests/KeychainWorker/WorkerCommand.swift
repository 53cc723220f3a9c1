import CProcess
import Foundation
import KeychainCrypto
import Glibc
import KeychainKit
import Synchronization
import TestSupport

/// What a process of a test does with the keychain in a folder: `KeychainWorker <command> <folder> …`.
///
/// A line on standard output acknowledges what is durable; an error is one line on standard error and exit code 1. The
/// only passphrase it knows is that of tests.
struct WorkerCommand {
  let folder: String

  private var path: String { "\(folder)/test.keychain-db" }

  private func keychain(unlocked: Bool = false) throws -> Keychain {
    let options = TemporaryKeychain.options(stateFolder: "\(folder)/state")
    let keychain = try Keychain(at: path, as: Caller(accessGroups: ["team.a", "team.b"]), options: options)
    if unlocked { try keychain.unlock(passphrase: SecretBytes(TestPassphrase.text)) }
    return keychain
  }

  static func run(_ arguments: [String]) -> Int32 {
    if arguments.first == "secitem" { return SecItemCommand.run(Array(arguments.dropFirst()), tell) ? 0 : 2 }
    if arguments.first == "growth" { return GrowthCommand.run(Array(arguments.dropFirst()), tell) }
    guard arguments.count >= 2 else { return 2 }
    let command = WorkerCommand(folder: arguments[1])
    do {
      switch arguments[0] {
      case "add": try command.add(arguments[2], count: Int(arguments[3]) ?? 0)
      case "write": try command.write(arguments[2], count: arguments.dropFirst(3).first.flatMap { Int($0) } ?? .max)
      case "durable": try DurabilityCommand(arguments[1], command.tell).run()
      case "read": try command.read()
      case "make": _ = try command.keychain()
      case "accept": try command.keychain().acceptState()
      case "lock": try command.keychain().lock()
      case "unlock": _ = try command.keychain(unlocked: true)
      case "set-passphrase": try command.keychain().setPassphrase(SecretBytes(TestPassphrase.text))
      case "remove-passphrase": try command.keychain().removePassphrase(current: SecretBytes(TestPassphrase.text))
      case "change-keys": try KeyChangeCommand(folder: arguments[1]).run(arguments[2], killAt: Int(arguments[3]) ?? 0)
      case "repair": try command.repair(killedAt: arguments[2])
      case "hold": try command.hold()
      case "memory": try command.memory(arguments[2], avoidsSecretMemory: arguments[3] == "visible")
      case "protect": try command.protect()
      case "fork": try ForkCommand(keychain: command.keychain(unlocked: true)).run(command.tell)
      default: return 2
      }
      return 0
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      return 1
    }
  }

  /// Adds items one by one; `prefix.number` is acknowledged when it is durable.
  private func add(_ prefix: String, count: Int) throws {
    let keychain = try keychain()
    for number in 0..<count {
      try keychain.add(item("\(prefix).\(number)"), secret: SecretBytes("secret of \(prefix).\(number)"))
      tell("\(prefix).\(number)")
    }
  }

  /// Adds, changes and deletes, by itself until it is killed. Each line is durable: `+name version` or `-name`.
  private func write(_ prefix: String, count: Int) throws {
    let keychain = try keychain()
    tell("ready")
    for number in 0..<count {
      let name = "\(prefix).\(number)"
      try keychain.add(item(name), secret: SecretBytes("\(name) 0"))
      tell("+\(name) 0")
      if number % 3 == 1 {
        try keychain.update(item(name), .secret(SecretBytes("\(name) 1")))
        tell("+\(name) 1")
      }
      if number % 5 == 4 {
        try keychain.delete(item("\(prefix).\(number - 1)"))
        tell("-\(prefix).\(number - 1)")
      }
    }
  }

  /// Lists and looks up until standard input ends; an error ends it.
  private func read() throws {
    let keychain = try keychain()
    tell("ready")
    var count = 0
    let input = FileHandle.standardInput
    let isEnded = Task.detached { _ = input.readDataToEndOfFile() }
    let flag = EndFlag(isEnded)
    while !flag.isSet {
      let items = try keychain.items(matching: .all(.genericPassword))
      guard items.count >= count else { throw WorkerFailure("items went away") }
      count = items.count
      if let last = items.last { _ = try keychain.secret(for: last.query) }
    }
    tell("\(count)")
  }

  /// Unlocks, tells so, and says `locked` once a lock elsewhere has reached this process.
  private func hold() throws {
    let keychain = try keychain(unlocked: true)
    tell("unlocked")
    for _ in 0..<2_000 {
      if try keychain.lockState == .locked {
        tell("locked")
        return
      }
      usleep(5_000)
    }
    throw WorkerFailure("no lock came")
  }

  /// Opens the keychain as one that asks for a process without dumps.
  private func protect() throws {
    tell("before: dumpable \(cprocess_is_dumpable())")
    var options = TemporaryKeychain.options(stateFolder: "\(folder)/state")
    options.protectsProcessMemory = true
    _ = try Keychain.open(path, options: options)
    var limit = rlimit()
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    tell("after: dumpable \(cprocess_is_dumpable()), core \(limit.rlim_cur)")
  }

  /// Looks at its own memory while unlocked, with a secret at hand, after closing as it was, and after a lock.
  private func memory(_ needles: String, avoidsSecretMemory: Bool) throws {
    LockedMemory.avoidsSecretMemory.store(avoidsSecretMemory, ordering: .relaxed)
    let command = try MemoryCommand(folder, needles: needles, tell)
    do {
      let keychain = try keychain(unlocked: true)
      try command.use(keychain)
      let held = try keychain.secret(for: .genericPassword())
      try command.look("unlocked")
      withExtendedLifetime(held) {}
    }
    try command.look("closed")
    do {
      let keychain = try keychain(unlocked: true)
      try command.use(keychain)
      try keychain.lock()
      try command.look("locked")
    }
    try command.look("end")
  }

  /// Repairs the keychain, and is killed at a step of putting the new file in its place.
  private func repair(killedAt step: String) throws {
    let options = TemporaryKeychain.options(stateFolder: "\(folder)/state")
    try Keychain.repair(path, options: options) { if "\($0)" == step { kill(getpid(), SIGKILL) } }
  }

  /// One line that whoever started the process reads at once.
  private func tell(_ line: String) { Self.tell(line) }

  private static func tell(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  private func item(_ name: String) -> ItemQuery { .genericPassword(service: "worker", account: name) }
}

/// Why a worker gave up.
struct WorkerFailure: Error {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
