/// The connection that writes, and who has it.
///
/// Sendable: the connection and the numbers beside it are touched only by whoever holds the gate.
final class Writer: @unchecked Sendable {
  let gate = Gate()
  /// Opened at the first write.
  var connection: Connection?
  /// The file that the connection has open.
  var identity: FileIdentity?
  /// The frames in the log at the last passive checkpoint.
  var framesAtCheckpoint: Int32 = 0
  var isClosed = false

  init(_ connection: Connection? = nil) {
    self.connection = connection
  }

  func drop() {
    connection = nil
    identity = nil
    framesAtCheckpoint = 0
  }
}
