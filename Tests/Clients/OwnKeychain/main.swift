import KeychainKit
import Security

// A program, or a test, that says which keychain its calls use: the lines of the article on porting.
let expectations = Expectations()

func add(_ account: String) -> OSStatus {
  SecItemAdd([kSecClass: kSecClassGenericPassword, kSecAttrAccount: account] as CFDictionary, nil)
}

func finds(_ account: String) -> Bool {
  let query = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: account] as CFDictionary
  return SecItemCopyMatching(query, nil) == errSecSuccess
}

try ProcessKeychain.withKeychain(Keychain.inMemory()) {
  expectations.expect(add("ada") == errSecSuccess && finds("ada"), "a keychain for some calls")
}
expectations.expect(!finds("ada"), "is for no others")

let app = Caller(accessGroups: ["TEAM.app", "TEAM.shared"])
ProcessKeychain.use(try Keychain.inMemory(as: app))
expectations.expect(add("bob") == errSecSuccess && finds("bob"), "a keychain for all calls")
let foreign = [kSecClass: kSecClassGenericPassword, kSecAttrAccessGroup: "TEAM.billing"] as CFDictionary
expectations.expect(SecItemCopyMatching(foreign, nil) == errSecMissingEntitlement, "a group that is not held")
let reason = ProcessKeychain.lastError.map { "\($0)" } ?? ""
expectations.expect(reason.contains("TEAM.app, TEAM.shared"), "the reason names those that are: \(reason)")

ProcessKeychain.use(Caller(accessGroups: ["TEAM.shared"]))
expectations.expect(!finds("bob"), "another caller of the same keychain holds less")
expectations.expect(ProcessKeychain.dialect == .macOS, "macOS answers")
ProcessKeychain.use(.iOS)
let all = [kSecClass: kSecClassGenericPassword, kSecMatchLimit: kSecMatchLimitAll] as CFDictionary
expectations.expect(SecItemDelete(all) == errSecParam, "iOS refuses a limit in a delete")
ProcessKeychain.reset()
expectations.expect(SecItemDelete(all) == errSecItemNotFound, "and macOS does not")
expectations.finish()
