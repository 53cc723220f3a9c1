import KeychainPolicy
import Testing

@Suite("Scopes") struct ScopeTests {
  @Test func `a list holds what it lists`() {
    let scope = Scope(groups: .listed(["a", "b"]), includesSharingGroups: false)
    #expect(scope.contains("a", sharingGroup: "") && scope.contains("b", sharingGroup: ""))
    #expect(!scope.contains("c", sharingGroup: "") && !scope.contains("*", sharingGroup: ""))
  }

  @Test func `every group is every group but the exceptions`() {
    let scope = Scope(groups: .every(except: ["x"]), includesSharingGroups: false)
    #expect(scope.contains("a", sharingGroup: "") && scope.contains("*", sharingGroup: ""))
    #expect(!scope.contains("x", sharingGroup: ""))
  }

  @Test func `items in a sharing group are in scope for the privileged only, and only in their groups`() {
    for groups in [.listed(["a"]), .every(except: ["x"])] as [GroupSet] {
      #expect(!Scope(groups: groups, includesSharingGroups: false).contains("a", sharingGroup: "family"))
      #expect(Scope(groups: groups, includesSharingGroups: true).contains("a", sharingGroup: "family"))
      #expect(!Scope(groups: groups, includesSharingGroups: true).contains("x", sharingGroup: "family"))
    }
  }

  @Test func `a set of groups is a phrase`() {
    let phrases = [GroupSet.listed([]), .listed(["a", "b"]), .every(except: []), .every(except: ["x", "y"])]
    #expect(phrases.map(\.description) == ["no group", "a, b", "every group", "every group but x, y"])
  }
}
