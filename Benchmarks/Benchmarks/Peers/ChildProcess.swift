import Glibc

/// A program that was started here, with its input and output in hand.
///
/// It is ended by its number, and never outlives this value.
@safe
final class ChildProcess {
  let id: pid_t
  let name: String
  // Descriptors of this value alone; closed once, and -1 afterwards.
  private var input: Int32
  private var output: Int32
  private var buffered: [UInt8] = []
  private var status: Int32?

  /// The longest that any program here may take to answer.
  private static let patienceSeconds = 300

  init(_ path: String, _ arguments: [String], environment: [String: String]) throws {
    name = path.split(separator: "/").last.map(String.init) ?? path
    let (childInput, input) = try Self.pipe()
    let (output, childOutput) = try Self.pipe()
    self.input = input
    self.output = output
    let variables = environment.map { "\($0.key)=\($0.value)" }.sorted()
    let code: Int32
    (code, id) = Self.spawn(path, [name] + arguments, variables, input: childInput, output: childOutput)
    close(childInput)
    close(childOutput)
    try require(code == 0, "\(path) did not start: error \(code)")
  }

  deinit { end() }

  /// Gives the program a text to read.
  func write(_ text: String) throws {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(input, $0.baseAddress, $0.count) }
      try require(count > 0, "\(name) does not read what it is given")
      bytes = bytes.dropFirst(count)
    }
  }

  func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// The next line of its output.
  func readLine() throws -> String {
    while true {
      if let end = buffered.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffered.removeSubrange(...end) }
        return String(decoding: buffered[..<end], as: UTF8.self)
      }
      try require(try readMore(), "\(name) ended without an answer")
    }
  }

  /// All that it still writes, and its exit status.
  func finish() throws -> (output: String, status: Int32) {
    closeInput()
    while try readMore() {}
    return (String(decoding: buffered, as: UTF8.self), waitForEnd())
  }

  /// Asks it to end, makes it end where it does not within two seconds, and waits for it.
  func end() {
    closeInput()
    if status == nil {
      kill(id, SIGTERM)
      for _ in 0..<200 where !hasEnded() { usleep(10_000) }
      if status == nil {
        kill(id, SIGKILL)
        _ = waitForEnd()
      }
    }
    if output >= 0 { close(output) }
    output = -1
  }
}

extension ChildProcess {
  /// Runs a program to its end on a text; what it wrote, where it ended well.
  @discardableResult
  static func run(
    _ path: String, _ arguments: [String], environment: [String: String], input: String = ""
  ) throws -> String {
    let process = try ChildProcess(path, arguments, environment: environment)
    if !input.isEmpty { try process.write(input) }
    let (output, status) = try process.finish()
    try require(status == 0, "\(process.name) \(arguments.first ?? "") ended with \(status)")
    return output
  }

  /// Where a program lies, by the folders that `PATH` names; nil where it is not installed.
  static func find(_ name: String) -> String? {
    let folders = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }.first(where: isProgram)
  }

  /// Whether there is a program at the path that this user may run.
  static func isProgram(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }

  private static func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    let code = unsafe ends.withUnsafeMutableBufferPointer { buffer in
      unsafe buffer.baseAddress.map { unsafe Glibc.pipe($0) } ?? -1
    }
    try require(code == 0, "a pipe could not be made")
    // Closed in whatever else is started; the program itself gets copies.
    for end in ends { try require(fcntl(end, F_SETFD, FD_CLOEXEC) == 0, "a pipe could not be kept") }
    return (ends[0], ends[1])
  }

  private static func spawn(
    _ path: String, _ words: [String], _ variables: [String], input: Int32, output: Int32
  ) -> (code: Int32, id: pid_t) {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // What this program ignores is not for others to ignore.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var id: pid_t = 0
    // Texts for the time of the call.
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    var environment = unsafe variables.map { unsafe strdup($0) } + [nil]
    defer { unsafe (arguments + environment).forEach { unsafe free($0) } }
    let code = unsafe posix_spawn(&id, path, &actions, &attributes, &arguments, &environment)
    return (code, id)
  }

  /// False at the end of the output.
  private func readMore() throws -> Bool {
    var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    for second in 0... {
      try Interruption.check()
      try require(second < Self.patienceSeconds, "\(name) did not answer in \(Self.patienceSeconds) s")
      if unsafe poll(&waiting, 1, 1_000) > 0 { break }
    }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(output, $0.baseAddress, $0.count) }
    try require(count >= 0, "\(name) could not be read")
    buffered += bytes.prefix(count)
    return count > 0
  }

  private func hasEnded() -> Bool {
    var word: Int32 = 0
    if status == nil, unsafe waitpid(id, &word, WNOHANG) == id { status = word }
    return status != nil
  }

  /// Its exit status, or 128 and the signal that ended it.
  private func waitForEnd() -> Int32 {
    var word: Int32 = 0
    // A signal to this process may end the call early.
    while status == nil { if unsafe waitpid(id, &word, 0) == id { status = word } }
    let ended = status ?? 0
    return ended & 0x7F == 0 ? ended >> 8 & 0xFF : 128 + ended & 0x7F
  }
}
