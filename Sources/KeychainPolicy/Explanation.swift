public import KeychainSchema

/// Where an item stands: all that decides who may do what with it.
public struct ItemPlacement: Hashable, Sendable {
  /// The access group it is in.
  public var accessGroup: AccessGroup
  /// The sharing group it is in; empty for an item in none.
  public var sharingGroup: String
  /// When it can be opened.
  public var protection: ProtectionClass
  /// Whether it is for other devices too.
  public var isSynchronizable: Bool

  /// The place of an item; what is not given is what an ordinary item has.
  public init(
    accessGroup: AccessGroup, sharingGroup: String = "", protection: ProtectionClass = .whenUnlocked,
    isSynchronizable: Bool = false
  ) {
    self.accessGroup = accessGroup
    self.sharingGroup = sharingGroup
    self.protection = protection
    self.isSynchronizable = isSynchronizable
  }
}

/// What a caller may do with an item, operation by operation, each with its rule and reason.
///
/// It speaks of rules only: whether the keychain is unlocked is another matter.
public struct Explanation: Sendable {
  /// Where the item stands.
  public let placement: ItemPlacement
  /// Whether a search may return it.
  public let read: Decision
  /// Whether such an item may be made.
  public let add: Decision
  /// Whether the item may be changed in place.
  public let update: Decision
  /// Whether it may be deleted.
  public let delete: Decision

  init(_ placement: ItemPlacement, for caller: Caller) {
    self.placement = placement
    read = Policy.decide(Request(.read, on: placement, by: caller))
    add = Policy.decide(Request(.add, on: placement, by: caller))
    update = Policy.decide(Request(.update, on: placement, by: caller))
    delete = Policy.decide(Request(.delete, on: placement, by: caller))
  }

  /// The decision on one operation.
  public subscript(operation: ItemOperation) -> Decision {
    switch operation {
    case .read: read
    case .add: add
    case .update: update
    case .delete: delete
    }
  }

  /// Whether it may be read.
  public var mayRead: Bool { read.isAllowed }
  /// Whether all three that write are allowed.
  public var mayWrite: Bool { add.isAllowed && update.isAllowed && delete.isAllowed }
}

extension Explanation: CustomStringConvertible {
  /// A line an operation, such as `read: allowed: the caller holds TEAM.mail (permitGroupHolder)`.
  public var description: String {
    ItemOperation.allCases.map { "\($0): \(self[$0]) (\(self[$0].rule))" }.joined(separator: "\n")
  }
}

extension Caller {
  /// What the caller may do with an item that stands there.
  public func explain(_ placement: ItemPlacement) -> Explanation {
    Explanation(placement, for: self)
  }

  /// Whether the caller may do this with an ordinary item of the group.
  public func explain(_ operation: ItemOperation, group: String) -> Decision {
    explain(ItemPlacement(accessGroup: AccessGroup(group)))[operation]
  }
}

extension Request {
  /// The call that names where an item stands and changes nothing about it.
  init(_ operation: ItemOperation, on placement: ItemPlacement, by caller: Caller) {
    let isShared = !placement.sharingGroup.isEmpty
    self.init(
      operation, by: caller,
      query: Mentions(
        accessGroup: .text(placement.accessGroup), isSynchronizable: placement.isSynchronizable,
        hasSharingGroup: isShared
      ),
      item: WrittenItem(
        protection: placement.protection, isSynchronizable: placement.isSynchronizable, hasSharingGroup: isShared
      )
    )
  }
}
