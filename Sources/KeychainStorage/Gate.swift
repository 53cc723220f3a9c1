import Glibc

/// A lock that is taken in one function and given back in another.
///
/// `Mutex` lends its value to a closure only; a transaction opens in one call and ends in the next, with a caller's
/// generic body in between, which must not be passed through a second generic closure.
@safe
final class Gate: @unchecked Sendable {
  // Sendable: the pointer never changes, and pthread's mutex is made to be shared.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    var attributes = pthread_mutexattr_t()
    unsafe pthread_mutexattr_init(&attributes)
    // A transaction inside a transaction is a mistake that must not turn into a wait for ever.
    unsafe pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ERRORCHECK))
    unsafe pthread_mutex_init(mutex, &attributes)
    unsafe pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  func lock() {
    let code = unsafe pthread_mutex_lock(mutex)
    precondition(code == 0, "this thread already holds the gate")
  }

  func unlock() {
    unsafe pthread_mutex_unlock(mutex)
  }
}

/// A value that one thread touches at a time.
///
/// As `Mutex` of Synchronization, which the thread sanitizer does not know and so reports every use of.
///
/// Sendable: the value is reached through `withLock` only.
package final class Guarded<Value: Sendable>: @unchecked Sendable {
  /// A value without a size has its neighbour's address, for which the thread sanitizer would take it.
  private struct Place {
    var value: Value
    private let room: UInt8 = 0

    init(_ value: Value) {
      self.value = value
    }
  }

  private let gate = Gate()
  private var place: Place

  /// Takes the value over.
  package init(_ value: Value) {
    place = Place(value)
  }

  /// Lends the value to `body`, and to nobody else meanwhile.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    gate.lock()
    defer { gate.unlock() }
    return try body(&place.value)
  }
}
