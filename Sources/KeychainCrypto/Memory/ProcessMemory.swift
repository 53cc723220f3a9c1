import CLinux

/// What other processes may see of this one's memory.
package enum ProcessMemory {
  /// From now on this process leaves no core dump, and no other process of the same user reads its memory.
  ///
  /// For all of the process, until it ends. Where the system refuses, what lies in `LockedMemory` is in no dump all the
  /// same.
  package static func protect() {
    clinux_refuse_dumps()
  }
}
