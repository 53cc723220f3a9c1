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
    _ = unsafe line.utf8Span.span.bytes.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
