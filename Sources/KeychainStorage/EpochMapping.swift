import CLinux
import Glibc
import Synchronization

/// The lock file's counters where the kernel keeps them: read like memory, written by pwrite(2) of whichever process.
///
/// Every call of a keychain asks twice for them, and two system calls are a tenth of a look-up. The file has its 16
/// bytes before it is mapped and never loses them; who cuts a keychain's files while it is open breaks SQLite's own
/// mapping beside it in the same way.
@safe
final class EpochMapping: Sendable {
  // Bit patterns of addresses, because a mapping is exchanged while other threads read through the one before.
  private let current: Atomic<UInt>
  private let retired = Mutex<[UInt]>([])

  private static let byteCount = 16

  /// Nil where the file cannot be mapped: then its reader asks the system.
  init?(_ descriptor: Int32) {
    guard let address = Self.map(descriptor) else { return nil }
    current = Atomic(address)
  }

  deinit {
    for address in retired.withLock({ $0 }) + [current.load(ordering: .relaxed)] {
      unsafe munmap(UnsafeMutableRawPointer(bitPattern: address), Self.byteCount)
    }
  }

  /// Goes over to another file; the mapping before stays until the end, for whoever reads through it now.
  func move(to descriptor: Int32) {
    guard let address = Self.map(descriptor) else { return }
    let before = current.exchange(address, ordering: .acquiringAndReleasing)
    retired.withLock { $0.append(before) }
  }

  func load() -> LockFile.Epochs {
    let words = unsafe UnsafePointer<UInt64>(bitPattern: current.load(ordering: .acquiring))
    guard let words = unsafe words else { preconditionFailure("no mapping lies at address zero") }
    return unsafe LockFile.Epochs(
      lock: UInt64(littleEndian: clinux_load(words)), file: UInt64(littleEndian: clinux_load(words + 1)))
  }

  private static func map(_ descriptor: Int32) -> UInt? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_size >= byteCount else { return nil }
    let address = unsafe mmap(nil, byteCount, PROT_READ, MAP_SHARED, descriptor, 0)
    guard let address = unsafe address, unsafe address != MAP_FAILED else { return nil }
    return UInt(bitPattern: address)
  }
}
