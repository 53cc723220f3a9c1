import Glibc
import KeychainKit
import Synchronization

/// Tells that the default keychain of the process was salvaged.
enum ProcessRecovery {
  private static let report = Mutex<SalvageReport?>(nil)

  static var last: SalvageReport? { report.withLock { $0 } }

  static func tell(
    _ report: SalvageReport, of keychain: Keychain, _ handler: (@Sendable (SalvageReport) -> Void)?
  ) {
    self.report.withLock { $0 = report }
    if let handler { return handler(report) }
    let line = """
      keychain: `\(keychain.path ?? "")` was no database: what was left is in a new one, the old file is \
      `\(report.setAside ?? "")`

      """
    // A program that cannot write there has nobody who would read it.
    withoutPipeSignal {
      unsafe line.utf8Span.span.bytes.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
  }

  /// Runs a write to what may be a pipe that nobody reads, and takes the signal back that it then raises: a line of
  /// this library's must not end a program.
  ///
  /// The signal is sent to the thread that writes. One that was there before is the program's, and stays.
  private static func withoutPipeSignal(_ write: () -> Int) {
    var (signals, before, pending) = (sigset_t(), sigset_t(), sigset_t())
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe sigpending(&pending)
    let wasPending = unsafe sigismember(&pending, SIGPIPE) == 1
    guard unsafe pthread_sigmask(SIG_BLOCK, &signals, &before) == 0 else { return }
    if write() < 0, errno == EPIPE, !wasPending {
      var moment = timespec()
      _ = unsafe sigtimedwait(&signals, nil, &moment)
    }
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
