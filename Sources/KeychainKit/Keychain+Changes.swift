import Glibc
import KeychainStorage
import Synchronization

extension Keychain {
  /// Something in the keychain changed, here or in another process.
  public struct Change: Sendable {}

  /// A change each time that somebody commits one, in this process or another; changes close together come as one.
  ///
  /// The file is looked at four times a second, from this call on and as long as somebody keeps the sequence. It ends
  /// when its task is cancelled, and throws where the file can no longer be read.
  public func changes() -> AsyncThrowingStream<Change, any Error> {
    let lease = lease
    // Asked here and not by the task: what is committed before the task's first step is a change as well.
    let start = Result { () throws(StorageError) in try lease.store.database.dataVersion() }
    return AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        do {
          var version = try start.get()
          while !Task.isCancelled {
            try await Task.sleep(for: .milliseconds(250))
            let current = try lease.store.database.dataVersion()
            if current != version { continuation.yield(Change()) }
            version = current
          }
          continuation.finish()
        } catch is CancellationError {
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
