public import KeychainPolicy

extension Keychain {
  /// Whether this caller may do something with items of a group, by which rule, and why.
  ///
  /// ```swift
  /// print(team.explain(.read, group: "TEAM.billing"))  // denied: the caller holds TEAM.mail, not TEAM.billing
  /// ```
  public func explain(_ operation: ItemOperation, group: String) -> Decision {
    caller.explain(operation, group: group)
  }

  /// Whether this caller may do something with an item that it has read.
  public func explain(_ operation: ItemOperation, _ item: Item) -> Decision {
    caller.explain(operation, group: item.accessGroup)
  }

  /// Who may read and write an item like this one, and by which rules.
  public func explain(_ item: Item) -> Explanation {
    caller.explain(
      ItemPlacement(
        accessGroup: AccessGroup(item.accessGroup), sharingGroup: item.attributes.text(.sharingGroup) ?? "",
        protection: item.accessible ?? .whenUnlocked, isSynchronizable: item.isSynchronizable))
  }
}
