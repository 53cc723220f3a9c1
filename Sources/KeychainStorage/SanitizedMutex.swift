#if THREAD_SANITIZER
  /// In the place of Synchronization's own in every file of the module, in a build for the thread sanitizer.
  ///
  /// That knows the locks of pthread alone.
  typealias Mutex<Value: Sendable> = Guarded<Value>
#endif
