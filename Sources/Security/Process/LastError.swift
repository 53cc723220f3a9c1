import Glibc
import KeychainKit

/// Why the last call of this thread failed.
enum LastError {
  private final class Box {
    var error: KeychainError?
  }

  static var value: KeychainError? {
    get { box(makes: false)?.error }
    set {
      // A thread on which every call succeeds needs no box.
      guard let box = box(makes: newValue != nil) else { return }
      box.error = newValue
    }
  }

  /// The box of this thread; it goes with the thread.
  private static func box(makes: Bool) -> Box? {
    if let known = unsafe pthread_getspecific(key) {
      return unsafe Unmanaged<Box>.fromOpaque(known).takeUnretainedValue()
    }
    guard makes else { return nil }
    let box = Box()
    _ = unsafe pthread_setspecific(key, Unmanaged.passRetained(box).toOpaque())
    return box
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    // There are a thousand keys a process; a library that finds none left cannot do without.
    let code = unsafe pthread_key_create(&key) { box in
      guard let box = unsafe box else { return }
      unsafe Unmanaged<Box>.fromOpaque(box).release()
    }
    precondition(code == 0, "the process has no thread-specific key left")
    return key
  }()
}
