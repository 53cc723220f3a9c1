/// The access groups through which two callers can hand items to each other.
public struct SharedGroups: Hashable, Sendable {
  /// Both may read there.
  public let readable: GroupSet
  /// Both may add, update and delete there.
  public let writable: GroupSet

  init(of one: Caller, and other: Caller) {
    readable = Self.groups(of: one, and: other, for: [.read], exceptions: [])
    writable = Self.groups(of: one, and: other, for: [.add, .update, .delete], exceptions: [.token])
  }

  private static func groups(
    of one: Caller, and other: Caller, for operations: [ItemOperation], exceptions: [AccessGroup]
  ) -> GroupSet {
    let shared = (one.accessGroups + other.accessGroups).unique.filter { group in
      operations.allSatisfy { operation in
        [one, other].allSatisfy { $0.explain(operation, group: group.name).isAllowed }
      }
    }
    // Only holders of every group may touch the one that is called so.
    return shared.contains(.every) ? .every(except: exceptions) : .listed(shared)
  }
}

extension SharedGroups: CustomStringConvertible {
  /// What both read and what both write, in words.
  public var description: String {
    "both read \(readable); both write \(writable)"
  }
}

extension Caller {
  /// The groups that this caller and another can both use, in this caller's order, the other's behind.
  ///
  /// Two network extensions also share groups that neither lists; those are not named here.
  public func shared(with other: Caller) -> SharedGroups {
    SharedGroups(of: self, and: other)
  }
}
