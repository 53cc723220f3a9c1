import Foundation

/// The sanitizer that the tests are built with, by `Scripts/sanitize.sh`.
package enum Sanitizer: String, Sendable {
  case address
  case thread

  /// Nil where they are built as ever.
  package static var current: Sanitizer? {
    #if ADDRESS_SANITIZER
      return .address
    #elseif THREAD_SANITIZER
      return .thread
    #else
      return nil
    #endif
  }

  /// What the tests' own environment tells it, for processes that get an environment of their own.
  package static var environment: [String: String] {
    ProcessInfo.processInfo.environment.filter { ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains($0.key) }
  }
}
