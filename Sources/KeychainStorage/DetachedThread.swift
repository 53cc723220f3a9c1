import Glibc

/// A thread that nobody waits for, and that takes no signal of the program's.
enum DetachedThread {
  private final class Start: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  /// Runs `body` on one; false where the system has none to give.
  static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    // A thread begins with the signals blocked that its maker has blocked.
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    let start = unsafe Unmanaged.passRetained(Start(body))
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread, &attributes,
      { context in
        if let context = unsafe context { unsafe Unmanaged<Start>.fromOpaque(context).takeRetainedValue().body() }
        return nil
      }, start.toOpaque())
    if code != 0 { unsafe start.release() }
    return code == 0
  }
}
