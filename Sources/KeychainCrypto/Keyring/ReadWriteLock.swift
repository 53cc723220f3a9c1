import Glibc

/// A lock that many readers share and that a waiting writer gets before readers who come later.
///
/// A thread that holds it must not take it again.
@safe
final class ReadWriteLock: Sendable {
  // The pointer never changes, and what it points to is made for use by several threads.
  private nonisolated(unsafe) let handle: UnsafeMutablePointer<pthread_rwlock_t>

  init() {
    unsafe handle = .allocate(capacity: 1)
    var attributes = pthread_rwlockattr_t()
    unsafe pthread_rwlockattr_init(&attributes)
    unsafe pthread_rwlockattr_setkind_np(&attributes, Int32(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP))
    let failed = unsafe pthread_rwlock_init(handle, &attributes)
    precondition(failed == 0, "a lock can be made")
    unsafe pthread_rwlockattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_rwlock_destroy(handle)
    unsafe handle.deallocate()
  }

  func lockForReading() {
    let failed = unsafe pthread_rwlock_rdlock(handle)
    precondition(failed == 0, "the lock is not held by this thread")
  }

  func lockForWriting() {
    let failed = unsafe pthread_rwlock_wrlock(handle)
    precondition(failed == 0, "the lock is not held by this thread")
  }

  func unlock() {
    unsafe pthread_rwlock_unlock(handle)
  }
}

extension ReadWriteLock {
  func reading<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    lockForReading()
    defer { unlock() }
    return try body()
  }

  func writing<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    lockForWriting()
    defer { unlock() }
    return try body()
  }
}
