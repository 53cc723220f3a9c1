import KeychainSchema

// The order of `all` is the order of judgement within a stage. What forbids stands before what permits, and a group
// that nothing permits is foreign: the last rule of each stage applies to whatever comes as far.
extension Rule {
  /// Every rule, in order. A new one is a line here, its definition below, and lines in a decision table of the tests.
  package static let all: [Rule] = [
    forbidDenied, forbidUnprivilegedAttribute,
    forbidSharingGroupWithSync,
    forbidWithoutGroups,
    forbidGroupOfNoText, forbidGroupNotGivenAsText, forbidWritingTokenGroup,
    forbidAppClipGroups, forbidAppClipSynchronizable,
    forbidSharingGroupUpdate, forbidUnprivilegedSharingGroup,
    forbidSyncOfSharedItem, forbidSyncOfThisDeviceOnly,
    permitOwnGroups, permitGroupHolder, permitEveryGroup, permitNetworkExtension,
    permitUnopposed,
    forbidForeignGroup, forbidNewForeignGroup,
  ]

  private static let writing: [ItemOperation] = [.add, .update, .delete]
}

// MARK: Entitlements and dictionaries

extension Rule {
  static let forbidDenied = Rule(
    "forbidDenied", .forbid(.notAvailable), at: [.entitlements],
    when: { request, _ in request.caller.isDenied },
    because: { _, _ in "the entitlement \(Entitlements.Name.deny) shuts the keychain" }
  )

  static let forbidUnprivilegedAttribute = Rule(
    "forbidUnprivilegedAttribute", .forbid(.missingEntitlement), at: [.entitlements], on: [.add, .update],
    when: { request, _ in !request.missingPrivileges.isEmpty },
    because: { request, _ in
      "the caller lacks \(request.missingPrivileges.members.map(\.rawValue).joined(separator: ", "))"
    }
  )

  static let forbidSharingGroupWithSync = Rule(
    "forbidSharingGroupWithSync", .forbid(.parameter), at: [.dictionaries],
    when: { request, _ in
      request.query.hasSharingGroup && request.query.isSynchronizable
        || request.changes.hasSharingGroup && request.changes.isSynchronizable
    },
    because: { _, _ in "an item is synchronizable or in a sharing group, never both" }
  )
}

// MARK: Access groups

extension Rule {
  static let forbidWithoutGroups = Rule(
    "forbidWithoutGroups", .forbid(.missingEntitlement), at: [.anyGroup],
    when: { request, _ in request.usableGroups.isEmpty },
    because: { request, _ in
      let caller = request.caller
      return caller.accessGroups.isEmpty ? "the caller \(caller.holdings)" : "the caller \(caller.holdings) only"
    }
  )

  /// Update and delete judge a group before they parse it, and answer as for one the caller does not hold: next rule.
  static let forbidGroupOfNoText = Rule(
    "forbidGroupOfNoText", .forbid(.parameter), at: [.askedGroup], on: [.read, .add],
    when: { request, stage in request.group(at: stage) == .noText },
    because: { _, _ in "the access group is no text" }
  )

  static let forbidGroupNotGivenAsText = Rule(
    "forbidGroupNotGivenAsText", .forbid(.missingEntitlement), at: [.askedGroup, .newGroup], on: writing,
    when: { request, stage in request.group(at: stage).isNotText },
    because: { _, _ in "the access group of what is written is named by text, and by nothing else" }
  )

  static let forbidWritingTokenGroup = Rule(
    "forbidWritingTokenGroup", .forbid(.missingEntitlement), at: [.askedGroup, .newGroup], on: writing,
    when: { request, stage in request.group(at: stage).group == .token },
    because: { _, _ in "\(AccessGroup.token) is read by its holders and written by nobody" }
  )

  static let permitOwnGroups = Rule(
    "permitOwnGroups", .permit, at: [.askedGroup],
    when: { request, _ in request.query.accessGroup == .absent },
    because: { request, _ in "no group was asked for, and the caller \(request.caller.holdings)" }
  )

  static let permitGroupHolder = Rule(
    "permitGroupHolder", .permit, at: [.askedGroup, .newGroup],
    when: { request, stage in
      request.group(at: stage).group.map { request.caller.accessGroups.contains($0) } ?? false
    },
    because: { request, stage in "the caller holds \(request.group(at: stage))" }
  )

  static let permitEveryGroup = Rule(
    "permitEveryGroup", .permit, at: [.askedGroup, .newGroup],
    when: { request, stage in request.caller.holdsEveryGroup && request.group(at: stage) != .absent },
    because: { request, stage in "the caller holds every group, and so \(request.group(at: stage))" }
  )

  static let permitNetworkExtension = Rule(
    "permitNetworkExtension", .permit, at: [.askedGroup, .newGroup],
    when: { request, stage in
      request.caller.isNetworkExtension && request.group(at: stage).group?.isForNetworkExtensions == true
    },
    because: { request, stage in "network extensions share \(request.group(at: stage))" }
  )

  static let forbidForeignGroup = Rule(
    "forbidForeignGroup", .forbid(.missingEntitlement), at: [.askedGroup],
    when: { _, _ in true },
    because: { request, stage in "the caller \(request.caller.holdings), not \(request.group(at: stage))" }
  )

  static let forbidNewForeignGroup = Rule(
    "forbidNewForeignGroup", .forbid(.missingEntitlement), at: [.newGroup],
    when: { _, _ in true },
    because: { request, stage in
      "the caller \(request.caller.holdings), and so cannot move an item to \(request.group(at: stage))"
    }
  )

  /// The last word of stages that only forbid; of the new group, for calls that move nothing.
  static let permitUnopposed = Rule(
    "permitUnopposed", .permit,
    at: [.entitlements, .dictionaries, .anyGroup, .appClip, .sharing, .newGroup, .item],
    when: { request, stage in stage != .newGroup || request.changes.accessGroup == .absent },
    because: { _, _ in "no rule forbids it" }
  )
}

// MARK: App clips, sharing groups, and the item as it would be written

extension Rule {
  static let forbidAppClipGroups = Rule(
    "forbidAppClipGroups", .forbid(.restrictedAPI), at: [.appClip],
    when: { request, _ in request.caller.isAppClip && !request.caller.holdsItsOwnGroupAlone },
    because: { request, _ in
      "an app clip holds its application identifier alone, and the caller \(request.caller.holdings)"
    }
  )

  static let forbidAppClipSynchronizable = Rule(
    "forbidAppClipSynchronizable", .forbid(.restrictedAPI), at: [.appClip], on: [.add, .update],
    when: { request, _ in
      request.caller.isAppClip && (request.query.isSynchronizable || request.changes.isSynchronizable)
    },
    because: { _, _ in "an app clip writes no synchronizable items" }
  )

  /// Judged before the entitlement is looked at.
  static let forbidSharingGroupUpdate = Rule(
    "forbidSharingGroupUpdate", .forbid(.parameter), at: [.sharing], on: [.update],
    when: { request, _ in request.changes.hasSharingGroup },
    because: { _, _ in "an update leaves the sharing group alone" }
  )

  static let forbidUnprivilegedSharingGroup = Rule(
    "forbidUnprivilegedSharingGroup", .forbid(.missingEntitlement), at: [.sharing],
    when: { request, _ in request.query.hasSharingGroup && !request.caller.privileges.contains(.sharingClient) },
    because: { _, _ in "the caller lacks \(Privilege.sharingClient.rawValue)" }
  )

  /// What the dictionaries cannot show: the item found is in a sharing group, and the update makes it synchronizable.
  static let forbidSyncOfSharedItem = Rule(
    "forbidSyncOfSharedItem", .forbid(.parameter), at: [.item], on: [.add, .update],
    when: { request, _ in request.item.map { $0.hasSharingGroup && $0.isSynchronizable } ?? false },
    because: { _, _ in "an item is synchronizable or in a sharing group, never both" }
  )

  static let forbidSyncOfThisDeviceOnly = Rule(
    "forbidSyncOfThisDeviceOnly", .forbid(.parameter), at: [.item], on: [.add, .update],
    when: { request, _ in request.item.map { $0.isSynchronizable && $0.protection.isThisDeviceOnly } ?? false },
    because: { _, _ in "an item that stays on this device is never synchronizable" }
  )
}
