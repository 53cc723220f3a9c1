import CLinux
import Glibc
import Synchronization

/// The file beside a database that keeps writers apart and carries two counters for every process.
///
/// Made with mode 0600, never truncated, never replaced. Who writes or checkpoints holds its flock(2); the counters
/// are read without it. In bytes: `lock epoch u64 ‖ file epoch u64`, little-endian; missing bytes count as zero.
/// - Source: ARCHITECTURE.md.
package final class LockFile: Sendable {
  /// Both counters, read at once.
  package struct Epochs: Equatable, Sendable {
    /// Grows when a process locks the keychain.
    package var lock: UInt64
    /// Grows when the database's file is replaced.
    package var file: UInt64
  }

  private enum Store {
    /// One descriptor for the life of the value; a reopening puts the new file behind the same number.
    case file(descriptor: Int32, path: String)
    case memory
  }

  private let store: Store
  private let inMemory = Guarded(Epochs(lock: 0, file: 0))
  // An OFD lock does not part threads that share a descriptor.
  private let raising = Gate()
  private let lastFileEpoch = Atomic<UInt64>(0)
  private let mapping: EpochMapping?
  private let forkCount = clinux_fork_count()

  /// Opens the lock file of a database, or makes it.
  init(opening place: FilePlace) throws(StorageError) {
    let descriptor = try Self.open(place.lockPath)
    store = .file(descriptor: descriptor, path: place.lockPath)
    mapping = EpochMapping(descriptor)
    _ = try epochs()
  }

  /// Counters of a database in memory.
  init() {
    store = .memory
    mapping = nil
  }

  deinit {
    if case .file(let descriptor, _) = store { close(descriptor) }
  }

  private static func open(_ path: String) throws(StorageError) -> Int32 {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
    let descriptor = unsafe Glibc.open(path, flags, 0o600)
    guard descriptor >= 0 else { throw StorageError(errorNumber: errno, path: path) }
    do throws(StorageError) {
      let status = try FileStatus(ofDescriptor: descriptor, path: path)
      if !status.isRegularFile { throw .notARegularFile(path: path) }
      if !status.isOwn { throw .wrongOwner(path: path) }
      if status.permissions & 0o077 != 0 { throw .wrongMode(path: path, mode: status.permissions) }
      if status.byteCount < byteCount { try fill(descriptor, path: path) }
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }
}

extension LockFile {
  /// Gives a new file its two counters.
  private static func fill(_ descriptor: Int32, path: String) throws(StorageError) {
    try lockRange(of: descriptor, path: path)
    defer { clinux_unlock_range(descriptor, byteCount) }
    let epochs = try readEpochs(descriptor, path: path)
    guard try FileStatus(ofDescriptor: descriptor, path: path).byteCount < byteCount else { return }
    try write(epochs, to: descriptor, path: path)
  }

  private static func write(_ epochs: Epochs, to descriptor: Int32, path: String) throws(StorageError) {
    let words: InlineArray<2, UInt64> = [epochs.lock.littleEndian, epochs.file.littleEndian]
    let count = unsafe words.span.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    guard count == Int(byteCount) else { throw StorageError(errorNumber: errno, path: path) }
  }
}

// MARK: - Counters

extension LockFile {
  /// Reads both counters.
  package func epochs() throws(StorageError) -> Epochs {
    guard case .file(let descriptor, let path) = store else { return inMemory.withLock { $0 } }
    let epochs = if let mapping { mapping.load() } else { try Self.readEpochs(descriptor, path: path) }
    lastFileEpoch.store(epochs.file, ordering: .relaxed)
    return epochs
  }

  /// The counter of locks.
  package func lockEpoch() throws(StorageError) -> UInt64 {
    try requireOpeningProcess()
    return try epochs().lock
  }

  /// Refuses a process that was forked from the one that opened the keychain: it has no keys, and SQLite's locks are
  /// the other's.
  package func requireOpeningProcess() throws(StorageError) {
    guard isOfThisProcess else { throw .forked }
  }

  /// Whether this process opened it, rather than the one it was forked from.
  package var isOfThisProcess: Bool { clinux_fork_count() == forkCount }

  /// The counter of replaced files as it was last read.
  var seenFileEpoch: UInt64 {
    lastFileEpoch.load(ordering: .relaxed)
  }

  /// Tells every process that the keychain was locked; gives the new count.
  @discardableResult
  package func raiseLockEpoch() throws(StorageError) -> UInt64 {
    try raise { $0.lock &+= 1 }.lock
  }

  /// Tells every process that the database's file was replaced; gives the new count.
  @discardableResult
  package func raiseFileEpoch() throws(StorageError) -> UInt64 {
    try raise { $0.file &+= 1 }.file
  }

  private static func readEpochs(_ descriptor: Int32, path: String) throws(StorageError) -> Epochs {
    var words: InlineArray<2, UInt64> = [0, 0]
    var span = words.mutableSpan
    let count = unsafe span.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, 0) }
    guard count >= 0 else { throw StorageError(errorNumber: errno, path: path) }
    return Epochs(lock: UInt64(littleEndian: words[0]), file: UInt64(littleEndian: words[1]))
  }

  private func raise(_ change: (inout Epochs) -> Void) throws(StorageError) -> Epochs {
    guard case .file(let descriptor, let path) = store else {
      return inMemory.withLock {
        change(&$0)
        return $0
      }
    }
    // Not the flock: locking a keychain must not wait for a writer. Two raises at once still count as two.
    raising.lock()
    defer { raising.unlock() }
    try Self.lockRange(of: descriptor, path: path)
    defer { clinux_unlock_range(descriptor, Self.byteCount) }
    var epochs = try Self.readEpochs(descriptor, path: path)
    change(&epochs)
    try Self.write(epochs, to: descriptor, path: path)
    lastFileEpoch.store(epochs.file, ordering: .relaxed)
    return epochs
  }

  private static var byteCount: Int64 { 16 }

  private static func lockRange(of descriptor: Int32, path: String) throws(StorageError) {
    while clinux_lock_range(descriptor, byteCount) != 0 {
      guard errno == EINTR else { throw StorageError(errorNumber: errno, path: path) }
    }
  }
}

// MARK: - The lock

extension LockFile {
  /// Takes the lock, waiting with a growing, jittered pause.
  /// - Throws: `.busy` when it was not had within `patience`.
  func acquire(within patience: Duration) throws(StorageError) {
    let clock = ContinuousClock()
    let deadline = clock.now + patience
    var pauseMicroseconds: UInt32 = 50
    while try !tryAcquire() {
      guard clock.now < deadline else { throw .busy }
      usleep(pauseMicroseconds + .random(in: 0...pauseMicroseconds))
      pauseMicroseconds = min(pauseMicroseconds * 2, 8_000)
    }
  }

  /// Takes the lock if nobody holds it.
  func tryAcquire() throws(StorageError) -> Bool {
    guard case .file(let descriptor, let path) = store else { return true }
    while clinux_try_lock_file(descriptor) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: return false
      default: throw StorageError(errorNumber: errno, path: path)
      }
    }
    // Somebody may have removed the file, against the rules: a lock on a nameless file excludes nobody.
    let held = try FileStatus(ofDescriptor: descriptor, path: path).identity
    if try FileStatus(ofPath: path)?.identity == held { return true }
    // Given back by hand: the mapping keeps the old file open, and its lock with it.
    clinux_unlock_file(descriptor)
    let fresh = try Self.open(path)
    // The same number goes on, so that a thread that reads the counters meanwhile never meets a closed descriptor.
    defer { close(fresh) }
    guard clinux_exchange_descriptor(fresh, descriptor) >= 0 else {
      throw StorageError(errorNumber: errno, path: path)
    }
    mapping?.move(to: descriptor)
    return try tryAcquire()
  }

  func release() {
    guard case .file(let descriptor, _) = store else { return }
    clinux_unlock_file(descriptor)
  }
}
