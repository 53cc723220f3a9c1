import KeychainCrypto
import KeychainPolicy
import KeychainSchema
import Synchronization

/// The tags of groups, each hashed once: every item carries its group's, and most items of a caller lie in one group.
final class GroupTags: Sendable {
  fileprivate struct Known {
    var last: (group: AccessGroup, tag: Int64)?
    var all: [AccessGroup: Int64] = [:]
  }

  private static let limit = 1_024

  private let keyring: Keyring
  private let known = Mutex(Known())

  init(_ keyring: Keyring) {
    self.keyring = keyring
  }

  /// The tag of a group. Those with a sharing group or a persona are few, and are not kept.
  func tag(of name: GroupName) throws(KeychainError) -> Int64 {
    guard name.isPlain else { return try keyring.groupTag(of: name) }
    let group = AccessGroup(name.accessGroup)
    if let tag = known.withLock({ $0.tag(of: group) }) { return tag }
    let tag = try keyring.groupTag(of: name)
    known.withLock { known in
      // Names come from callers; what is kept must not grow with them without end.
      if known.all.count >= Self.limit { known.all.removeAll(keepingCapacity: true) }
      known.all[group] = tag
      known.last = (group, tag)
    }
    return tag
  }
}

extension GroupTags.Known {
  fileprivate mutating func tag(of group: AccessGroup) -> Int64? {
    if let last, last.group == group { return last.tag }
    guard let tag = all[group] else { return nil }
    last = (group, tag)
    return tag
  }
}
