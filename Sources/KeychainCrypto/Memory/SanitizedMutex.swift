#if THREAD_SANITIZER
  /// In the place of Synchronization's own in every file of the module, in a build for the thread sanitizer.
  ///
  /// That knows the locks of pthread alone, and takes each use of another for a race.
  final class SanitizedMutex<Value: Sendable>: Sendable {
    private let lock = ReadWriteLock()
    // Nobody reads or writes it but under the lock.
    private nonisolated(unsafe) var value: Value

    init(_ value: Value) {
      unsafe self.value = value
    }

    func withLock<Result, Failure: Error>(_ body: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result {
      try lock.writing { () throws(Failure) in try unsafe body(&value) }
    }
  }

  typealias Mutex<Value: Sendable> = SanitizedMutex<Value>
#endif
