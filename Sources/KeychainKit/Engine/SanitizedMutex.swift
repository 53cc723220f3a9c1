#if THREAD_SANITIZER
  import KeychainStorage

  /// In the place of Synchronization's own in every file of a module, in a build for the thread sanitizer.
  ///
  /// That knows the locks of pthread alone, and takes each use of another for a race.
  package final class SanitizedMutex<Value: Sendable>: Sendable {
    private let value: Guarded<Value>

    package init(_ value: Value) {
      self.value = Guarded(value)
    }

    package func withLock<Result, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try value.withLock(body)
    }
  }

  typealias Mutex<Value: Sendable> = SanitizedMutex<Value>
#endif
