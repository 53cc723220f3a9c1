public import KeychainSchema

/// Who calls: the access groups it holds, in order, and what else it is entitled to.
///
/// An immutable value all the same: it is a class so that handing it along, as every call does, costs one reference.
public final class Caller: Sendable {
  /// The groups in the order of the entitlements, repetitions kept; `com.apple.token` is last wherever it was listed.
  public let accessGroups: [AccessGroup]
  /// What the caller may write: all of them but `com.apple.token`.
  public let writableGroups: [AccessGroup]
  /// The application identifier, by which an app clip is judged.
  public let applicationIdentifier: AccessGroup?
  /// Whether an entitlement shuts the keychain to the caller.
  public let isDenied: Bool
  /// Whether it is an app clip.
  public let isAppClip: Bool
  /// Whether it reaches the groups of network extensions without listing them.
  public let isNetworkExtension: Bool
  /// Whether it holds `*`.
  public let holdsEveryGroup: Bool

  /// The entitlements it holds that some attributes need.
  package let privileges: Privileges
  /// What a read that names no group searches; made once, for every look-up asks.
  package let readableScope: Scope
  /// What an update or delete that names no group touches.
  package let writableScope: Scope

  /// A caller that holds these groups and nothing else; the first is where its items go.
  public convenience init(accessGroups: [String]) {
    self.init(entitlements: Entitlements([Entitlements.Name.accessGroups: .strings(accessGroups)]))
  }

  /// The caller with these entitlements.
  ///
  /// Its groups are, in this order: the keychain access groups, the associated application identifiers, the
  /// application identifier, and the application groups, which an app clip has none of.
  public init(entitlements: Entitlements) {
    isDenied = entitlements.isTrue(Entitlements.Name.deny)
    isAppClip = entitlements.isTrue(Entitlements.Name.appClip)
    isNetworkExtension = entitlements.isNetworkExtension
    applicationIdentifier = entitlements.applicationIdentifier
    privileges = Privilege.allCases.filter { entitlements.isTrue($0.rawValue) }
      .reduce(into: []) { $0.formUnion(Privileges($1)) }

    var groups = entitlements.groups(Entitlements.Name.accessGroups)
    groups += entitlements.groups(Entitlements.Name.associatedIdentifiers)
    if let applicationIdentifier { groups.append(applicationIdentifier) }
    if !isAppClip { groups += entitlements.groups(Entitlements.Name.applicationGroups) }

    writableGroups = groups.filter { $0 != .token }
    accessGroups = writableGroups + (groups.contains(.token) ? [.token] : [])
    holdsEveryGroup = groups.contains(.every)
    let seesSharingGroups = privileges.contains(.sharingClient)
    readableScope = Scope(
      groups: holdsEveryGroup ? .every(except: []) : .listed(accessGroups.unique),
      includesSharingGroups: seesSharingGroups
    )
    writableScope = Scope(
      groups: holdsEveryGroup ? .every(except: [.token]) : .listed(writableGroups.unique),
      includesSharingGroups: seesSharingGroups
    )
  }
}

extension Caller: Hashable {
  /// Two callers are the same where they are entitled to the same; everything else derives from this.
  public static func == (left: Caller, right: Caller) -> Bool {
    left === right || left.entitlement == right.entitlement
  }

  /// Hashes what the caller is entitled to.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(entitlement)
  }

  private struct Entitlement: Hashable {
    let accessGroups: [AccessGroup]
    let applicationIdentifier: AccessGroup?
    let privileges: Privileges
    let isDenied: Bool
    let isAppClip: Bool
    let isNetworkExtension: Bool
  }

  private var entitlement: Entitlement {
    Entitlement(
      accessGroups: accessGroups, applicationIdentifier: applicationIdentifier, privileges: privileges,
      isDenied: isDenied, isAppClip: isAppClip, isNetworkExtension: isNetworkExtension
    )
  }
}

extension Caller {
  /// Whoever has no entitlements: one group, `default`, which all such programs share.
  public static let `default` = Caller(accessGroups: ["default"])

  /// The person at the command line: adds go to `default`, everything else reaches every group.
  public static let everyGroup = Caller(accessGroups: ["default", QueryValue.everyGroup])

  /// Where an item goes that names no group: the first group that may be written, the literal `*` if that is first.
  public var defaultGroup: AccessGroup? { writableGroups.first }

  /// Whether the caller has the privilege.
  public func holds(_ privilege: Privilege) -> Bool {
    privileges.contains(Privileges(privilege))
  }

  /// What is asked of an app clip: its application identifier is the only group it may write.
  var holdsItsOwnGroupAlone: Bool {
    guard let applicationIdentifier else { return false }
    return writableGroups.allSatisfy { $0 == applicationIdentifier }
  }

  /// The groups as the end of a sentence that begins with the caller.
  var holdings: String {
    accessGroups.isEmpty ? "holds no access group" : "holds \(accessGroups.listed)"
  }
}
