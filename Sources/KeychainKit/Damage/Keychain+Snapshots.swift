public import Foundation
import KeychainStorage

/// A complete copy of a keychain's file beside it, sealed like the file.
///
/// It opens nothing and is never put in the place of the file by anybody but a person: a repair takes from it what the
/// file has lost.
public struct KeychainSnapshot: Sendable, Equatable {
  /// Where it lies.
  public let path: String
  /// When it was made.
  public let date: Date
  /// The size of the file.
  public let byteCount: Int
}

extension Keychain {
  /// The snapshots beside the file, the newest first; none of a keychain in memory.
  public var snapshots: [KeychainSnapshot] {
    get throws(KeychainError) { try store.snapshots() }
  }

  /// Copies the file, and keeps the newest three copies.
  ///
  /// No other call makes one. A program may after its work, as the command `security` does, so that a damaged file can
  /// be repaired with what a copy still has. Until a snapshot is dropped, what was deleted since is in it, sealed.
  /// - Parameter ifDue: whether nothing is done where the newest is less than a day old, another process is writing, or
  ///   something speaks against the file, so that good copies do not make room for bad ones.
  /// - Returns: the new snapshot; nil where none was due, and for a keychain in memory.
  /// - Throws: `.damaged` where the file's own structure is; then the copies that are there stay.
  @discardableResult
  public func makeSnapshot(ifDue: Bool = false) throws(KeychainError) -> KeychainSnapshot? {
    try store.makeSnapshot(ifDue: ifDue)
  }

  /// Removes every snapshot; how many there were.
  @discardableResult
  public func removeSnapshots() throws(KeychainError) -> Int {
    try store.dropSnapshots()
  }
}

extension KeychainSnapshot {
  init(_ snapshot: Snapshot) {
    path = snapshot.path
    date = Date(timeIntervalSinceReferenceDate: snapshot.time)
    byteCount = snapshot.byteCount
  }
}
