import KeychainCrypto
import KeychainSchema

/// One access group that a call may see, with the tag its rows carry.
struct GroupScope: Sendable {
  let name: GroupName
  let tag: Int64
}

extension GroupName {
  /// Neither in a sharing group nor of a persona, as nearly every item is.
  var isPlain: Bool { sharingGroup.isEmpty && multiUser.isEmpty }
}
