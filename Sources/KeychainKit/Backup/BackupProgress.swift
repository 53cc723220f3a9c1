/// How far a backup has come in items, or a restore in the bytes that it has checked.
public struct BackupProgress: Sendable, Equatable {
  /// What is done.
  public let completed: Int
  /// What there is to do, as it was at the beginning.
  public let total: Int
}
