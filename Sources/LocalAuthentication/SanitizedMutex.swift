#if THREAD_SANITIZER
  import KeychainKit

  typealias Mutex<Value: Sendable> = SanitizedMutex<Value>
#endif
