package import KeychainSchema

/// One call as policy sees it: who asks, for what, and what its dictionaries name.
package struct Request: Sendable {
  /// What is to be done.
  package var operation: ItemOperation
  /// Who asks.
  package var caller: Caller
  /// What the query names; of an add, what the new item has.
  package var query: Mentions
  /// What an update sets; other calls set nothing.
  package var changes: Mentions
  /// The item as an add or update would leave it, known only at the stage of that name.
  package var item: WrittenItem?

  /// A call; what is not given it does not name.
  package init(
    _ operation: ItemOperation, by caller: Caller, query: Mentions = Mentions(), changes: Mentions = Mentions(),
    item: WrittenItem? = nil
  ) {
    self.operation = operation
    self.caller = caller
    self.query = query
    self.changes = changes
    self.item = item
  }
}

/// What one dictionary names of the few things policy looks at.
package struct Mentions: Equatable, Sendable {
  /// The access group it names.
  package var accessGroup: AskedGroup
  /// Whether it says synchronizable, and means true: `kSecAttrSynchronizableAny` is not meant.
  package var isSynchronizable: Bool
  /// Whether it names a sharing group.
  package var hasSharingGroup: Bool
  /// What the attributes it names need.
  package var privileges: Privileges

  /// What is not given is not named.
  package init(
    accessGroup: AskedGroup = .absent, isSynchronizable: Bool = false, hasSharingGroup: Bool = false,
    privileges: Privileges = []
  ) {
    self.accessGroup = accessGroup
    self.isSynchronizable = isSynchronizable
    self.hasSharingGroup = hasSharingGroup
    self.privileges = privileges
  }
}

/// An item about to be written: defaults filled in, and what an update leaves alone taken from the item it found.
package struct WrittenItem: Hashable, Sendable {
  /// The protection class it will have.
  package var protection: ProtectionClass
  /// Whether it will be synchronizable.
  package var isSynchronizable: Bool
  /// Whether it will be in a sharing group.
  package var hasSharingGroup: Bool

  /// An item as it would be written.
  package init(protection: ProtectionClass, isSynchronizable: Bool = false, hasSharingGroup: Bool = false) {
    self.protection = protection
    self.isSynchronizable = isSynchronizable
    self.hasSharingGroup = hasSharingGroup
  }
}

/// The access group a dictionary names, with what type of value it came as.
package enum AskedGroup: Hashable, Sendable {
  /// None is named.
  case absent
  /// Text, as it should be.
  case text(AccessGroup)
  /// Data or a UUID, and the text it reads as: good enough for a read, and for nothing else.
  case converted(AccessGroup)
  /// No value that reads as text.
  case noText

  /// The group, whatever type it came as.
  package var group: AccessGroup? {
    switch self {
    case .absent, .noText: nil
    case .text(let group), .converted(let group): group
    }
  }

  /// Whether a dictionary has the key, but not with text.
  var isNotText: Bool {
    switch self {
    case .absent, .text: false
    case .converted, .noText: true
    }
  }
}

extension Request {
  /// The groups that an allowed call searches.
  package var scope: Scope {
    let own = operation == .read ? caller.readableScope : caller.writableScope
    guard let asked = query.accessGroup.group else { return own }
    return Scope(groups: .listed([asked]), includesSharingGroups: own.includesSharingGroups)
  }

  /// The group of the item that an allowed add makes: the one it names, else the caller's first.
  package var addedGroup: AccessGroup? {
    query.accessGroup.group ?? caller.defaultGroup
  }

  /// The group that is judged at a stage.
  func group(at stage: Stage) -> AskedGroup {
    stage == .newGroup ? changes.accessGroup : query.accessGroup
  }

  /// The caller's groups that such a call can use.
  var usableGroups: [AccessGroup] {
    operation == .read ? caller.accessGroups : caller.writableGroups
  }

  /// What named attributes need and the caller lacks. The sharing group has a stage of its own.
  var missingPrivileges: Privileges {
    query.privileges.union(changes.privileges).subtracting(caller.privileges).subtracting(.sharingClient)
  }
}

extension AskedGroup: CustomStringConvertible {
  /// The name of the group, as part of a sentence.
  package var description: String {
    group?.name ?? "any group"
  }
}
