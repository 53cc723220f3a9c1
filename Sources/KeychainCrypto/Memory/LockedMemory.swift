import CLinux
import CSodium
package import Synchronization

/// Memory for keys: it is never swapped out, lies between pages that nobody may touch, is in no core dump, and in no
/// process that this one forks.
///
/// Where the kernel has it, it is memory that the kernel itself does not map, so that not even /proc/<pid>/mem and a
/// debugger read it.
@safe
package final class LockedMemory: Sendable {
  /// Where the memory comes from.
  enum Kind: Sendable {
    /// memfd_secret(2).
    case secret
    /// sodium_malloc.
    case locked
  }

  /// Whether the second kind is to be used even where the kernel has the first: for tests of what the first keeps from
  /// being seen.
  package static let avoidsSecretMemory = Atomic<Bool>(false)

  /// Whether keys of this process lie where nobody else reads them.
  package static var isSecret: Bool { LockedMemory(byteCount: 1)?.kind == .secret }

  let kind: Kind
  private let byteCount: Int
  // The pointer never changes; whoever owns the memory guards what it points to.
  private nonisolated(unsafe) let start: UnsafeMutableRawPointer
  /// In which process it was made: a child does not have it.
  private let forkCount = clinux_fork_count()

  /// Zeroed memory; nil where there is not enough.
  init?(byteCount: Int) {
    Sodium.initialize()
    self.byteCount = byteCount
    if !Self.avoidsSecretMemory.load(ordering: .relaxed), let memory = unsafe Self.secretMemory(byteCount) {
      unsafe start = memory
      kind = .secret
      return
    }
    guard let memory = unsafe sodium_malloc(byteCount) else { return nil }
    // Before the value is whole: one that is given up afterwards would be freed by `deinit` as well.
    guard unsafe clinux_keep_from_children(memory, byteCount) == 0 else {
      unsafe sodium_free(memory)
      return nil
    }
    unsafe sodium_memzero(memory, byteCount)
    unsafe start = memory
    kind = .locked
  }

  deinit {
    guard clinux_fork_count() == forkCount else { return }
    switch kind {
    case .secret:
      unsafe sodium_memzero(start, byteCount)
      unsafe Self.keep(start, byteCount, forkCount)
    case .locked: unsafe sodium_free(start)  // wipes as it frees
    }
  }

  /// A piece of secret memory that was given back, wiped.
  ///
  /// The kernel takes each page out of its own map with a message to every processor, and puts it back so: most of what
  /// the opening of a keychain would cost. One is kept, since what may be locked is little.
  private struct Spare {
    let address: UInt
    let byteCount: Int
    let forkCount: UInt64
  }

  private static let spare = Mutex<Spare?>(nil)

  private static func secretMemory(_ byteCount: Int) -> UnsafeMutableRawPointer? {
    let kept = spare.withLock { spare -> Spare? in
      // A child has none of its parent's.
      guard let kept = spare, kept.byteCount == byteCount, kept.forkCount == clinux_fork_count() else { return nil }
      spare = nil
      return kept
    }
    if let kept { return unsafe UnsafeMutableRawPointer(bitPattern: kept.address) }
    return unsafe clinux_map_secret_memory(byteCount)
  }

  /// Keeps a piece that was wiped, in the place of the one before.
  private static func keep(_ start: UnsafeMutableRawPointer, _ byteCount: Int, _ forkCount: UInt64) {
    let before = spare.withLock { spare in
      defer { spare = Spare(address: UInt(bitPattern: start), byteCount: byteCount, forkCount: forkCount) }
      return spare
    }
    guard let before, before.forkCount == clinux_fork_count() else { return }
    unsafe clinux_unmap_secret_memory(UnsafeMutableRawPointer(bitPattern: before.address), before.byteCount)
  }

  /// Where the bytes from `offset` on lie, which end where the memory does.
  func pointer(_ offset: Int) -> UnsafeMutableRawPointer {
    unsafe start + offset
  }
}
