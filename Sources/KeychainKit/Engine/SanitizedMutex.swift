#if THREAD_SANITIZER
  import KeychainStorage

  /// In the place of Synchronization's own in every file of this module, in a build for the thread sanitizer.
  ///
  /// That knows the locks of pthread alone, and takes each use of another for a race.
  final class Mutex<Value: Sendable>: Sendable {
    private let value: Guarded<Value>

    init(_ value: Value) {
      self.value = Guarded(value)
    }

    func withLock<Result, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try value.withLock(body)
    }
  }
#endif
