import KeychainCrypto
import KeychainSchema

/// One access group that a call may see, with the tag its rows carry; a class, so that every row copies one pointer.
final class GroupScope: Sendable {
  let name: GroupName
  let tag: Int64

  init(name: GroupName, tag: Int64) {
    self.name = name
    self.tag = tag
  }
}

extension GroupName {
  /// Neither in a sharing group nor of a persona, as nearly every item is.
  var isPlain: Bool { sharingGroup.isEmpty && multiUser.isEmpty }
}
