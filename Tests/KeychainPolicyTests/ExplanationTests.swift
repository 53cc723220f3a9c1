import KeychainPolicy
import KeychainSchema
import Testing

@Suite("Explanations") struct ExplanationTests {
  private let mail = Caller(accessGroups: ["team.a", "team.b"])
  private let club = Caller(entitlements: [
    "keychain-access-groups": ["team.a"], "com.apple.private.keychain.kcsharing.client": true,
  ])

  @Test func `a holder reads and writes, others neither`() {
    let own = mail.explain(ItemPlacement(accessGroup: "team.a"))
    #expect(own.mayRead && own.mayWrite)
    let foreign = mail.explain(ItemPlacement(accessGroup: "team.c"))
    #expect(!foreign.mayRead && !foreign.mayWrite)
    for operation in ItemOperation.allCases {
      #expect(own[operation].rule.name == "permitGroupHolder")
      #expect(foreign[operation].rule.name == "forbidForeignGroup")
    }
  }

  @Test func `the token group is read and not written`() {
    let card = Caller(accessGroups: ["com.apple.token", "team.a"]).explain(
      ItemPlacement(accessGroup: "com.apple.token"))
    #expect(card.mayRead && !card.mayWrite)
    #expect(card.delete.rule.name == "forbidWritingTokenGroup")
  }

  @Test func `an item in a sharing group is for the privileged`() {
    let placement = ItemPlacement(accessGroup: "team.a", sharingGroup: "family")
    #expect(!mail.explain(placement).mayRead)
    #expect(mail.explain(placement).read.rule.name == "forbidUnprivilegedSharingGroup")
    #expect(club.explain(placement).mayRead && club.explain(placement).mayWrite)
  }

  @Test(arguments: ProtectionClass.allCases)
  func `a synchronizable item is of no class of this device`(protection: ProtectionClass) {
    let placement = ItemPlacement(accessGroup: "team.a", protection: protection, isSynchronizable: true)
    let explanation = mail.explain(placement)
    #expect(explanation.mayRead && explanation.delete.isAllowed)
    #expect(explanation.add.isAllowed == !protection.code.hasSuffix("u"))
    #expect(explanation.update.isAllowed == !protection.code.hasSuffix("u"))
    var local = placement
    local.isSynchronizable = false
    #expect(mail.explain(local).mayWrite)
  }

  @Test func `an app clip reads what it could not have written`() {
    let clip = Caller(entitlements: [
      "application-identifier": "clip", "com.apple.developer.on-demand-install-capable": true,
    ])
    let explanation = clip.explain(ItemPlacement(accessGroup: "clip", isSynchronizable: true))
    #expect(explanation.mayRead && !explanation.mayWrite)
    #expect(explanation.add.status == .restrictedAPI)
  }

  @Test func `a line an operation, with rule and reason`() {
    let lines = "\(mail.explain(ItemPlacement(accessGroup: "x")))".split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[0] == "read: denied: the caller holds team.a, team.b, not x (forbidForeignGroup)")
    #expect(lines[3].hasPrefix("delete: denied: "))
  }

  @Test func `one operation on a group is explained as for an ordinary item`() {
    for operation in ItemOperation.allCases {
      for group in ["team.a", "team.c", "*", "com.apple.token"] {
        let whole = mail.explain(ItemPlacement(accessGroup: AccessGroup(group)))
        #expect(mail.explain(operation, group: group).rule.name == whole[operation].rule.name)
      }
    }
  }
}

@Suite("Groups that two callers share") struct SharedGroupTests {
  private func caller(_ groups: String...) -> Caller { Caller(accessGroups: groups) }

  @Test func `what both list, in the order of the first`() {
    let shared = caller("a", "b", "c").shared(with: caller("c", "x", "b", "b"))
    #expect(shared.readable == .listed(["b", "c"]))
    #expect(shared.writable == .listed(["b", "c"]))
    #expect("\(shared)" == "both read b, c; both write b, c")
    #expect(caller("c", "b").shared(with: caller("b", "c")).readable == .listed(["c", "b"]))
  }

  @Test func `nothing in common is nothing shared`() {
    let shared = caller("a").shared(with: caller("b"))
    #expect(shared.readable == .listed([]) && shared.writable == .listed([]))
    #expect("\(shared)" == "both read no group; both write no group")
  }

  @Test func `the token group is shared for reading`() {
    let shared = caller("a", "com.apple.token").shared(with: caller("com.apple.token", "a"))
    #expect(shared.readable == .listed(["a", "com.apple.token"]))
    #expect(shared.writable == .listed(["a"]))
  }

  @Test func `who holds every group shares what the other holds`() {
    #expect(caller("*").shared(with: caller("a", "b")).readable == .listed(["a", "b"]))
    #expect(caller("a", "b").shared(with: caller("*")).writable == .listed(["a", "b"]))
    #expect(caller("a").shared(with: .everyGroup).readable == .listed(["a"]))
    let both = Caller.everyGroup.shared(with: caller("*", "a"))
    #expect(both.readable == .every(except: []))
    #expect(both.writable == .every(except: ["com.apple.token"]))
  }

  @Test func `who is shut out shares nothing`() {
    let denied = Caller(entitlements: ["keychain-access-groups": ["a", "*"], "com.apple.private.keychain.deny": true])
    #expect(denied.shared(with: caller("a", "*")).readable == .listed([]))
    let clip = Caller(entitlements: [
      "application-identifier": "clip", "keychain-access-groups": ["a"],
      "com.apple.developer.on-demand-install-capable": true,
    ])
    #expect(clip.shared(with: caller("a", "clip")).readable == .listed([]))
  }

  @Test func `a network extension shares what the other lists`() {
    let group = "T.com.apple.networkextensionsharing"
    let extensionCaller = Caller(entitlements: [
      "keychain-access-groups": ["a"], "com.apple.networkextension.keychain": true,
    ])
    #expect(extensionCaller.shared(with: caller(group)).writable == .listed([AccessGroup(group)]))
    #expect(caller(group).shared(with: caller("a")).readable == .listed([]))
  }
}
