/// The items a call may touch, by their groups. It becomes part of the search, so that no foreign row is ever fetched.
package struct Scope: Hashable, Sendable {
  /// The access groups of the items.
  package let groups: GroupSet
  /// Whether items in a sharing group are among them; without the privilege, nobody sees one.
  package let includesSharingGroups: Bool

  /// The items of these groups.
  package init(groups: GroupSet, includesSharingGroups: Bool) {
    self.groups = groups
    self.includesSharingGroups = includesSharingGroups
  }

  /// Whether an item of these groups is in scope; the empty sharing group is none.
  package func contains(_ group: AccessGroup, sharingGroup: String) -> Bool {
    groups.contains(group) && (includesSharingGroups || sharingGroup.isEmpty)
  }
}

/// A set of access groups.
public enum GroupSet: Hashable, Sendable {
  /// These, each once, in the order in which they are searched.
  case listed([AccessGroup])
  /// All there are and will be, but for a few.
  case every(except: [AccessGroup])

  /// Whether the group is in the set.
  public func contains(_ group: AccessGroup) -> Bool {
    switch self {
    case .listed(let groups): groups.contains(group)
    case .every(let exceptions): !exceptions.contains(group)
    }
  }
}

extension GroupSet: CustomStringConvertible {
  /// The groups as words of a sentence.
  public var description: String {
    switch self {
    case .listed([]): "no group"
    case .listed(let groups): groups.listed
    case .every(except: []): "every group"
    case .every(let exceptions): "every group but \(exceptions.listed)"
    }
  }
}
