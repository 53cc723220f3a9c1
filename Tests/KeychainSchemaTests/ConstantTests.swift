import KeychainSchema
import Testing

@Suite("Constants and query keys: the published names and texts") struct ConstantTests {
  static func published() throws -> [String: String] {
    let pairs = try TableFile("constants").rows.map { row in
      (row["constant"], String(row["value"].dropFirst().dropLast()))
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  @Test func `the constants are the published ones, in both directions`() throws {
    let own = Dictionary(uniqueKeysWithValues: Constant.all.map { ($0.name, $0.value) })
    let published = try Self.published()
    #expect(published.count == 266)
    #expect(own == published)
  }

  @Test func `a constant is found by its name, and nothing else is`() throws {
    for (name, value) in try Self.published() { #expect(Constant.value(named: name) == value) }
    for name in ["", "kSec", "ksecclass", "kSecClass ", "class", "kSecAttrSalt", "kSecUseKeychain"] {
      #expect(Constant.value(named: name) == nil)
    }
  }

  @Test func `the query keys are the constants that are keys and no attributes`() throws {
    let values: Set = ["m_LimitOne", "m_LimitAll", "u_AuthUIA", "u_AuthUIF", "u_AuthUIS"]
    let keys = try Self.published().values.filter { text in
      ["m_", "r_", "u_", "v_"].contains { text.hasPrefix($0) } && !values.contains(text)
    }
    #expect(Set(QueryKey.allCases.map(\.rawValue)) == Set(keys).union(["class"]))
  }

  @Test func `the values that the parser compares with are constants`() throws {
    let published = try Self.published()
    for (name, value) in [
      "kSecMatchLimitOne": QueryValue.limitOne,
      "kSecMatchLimitAll": QueryValue.limitAll,
      "kSecAttrSynchronizableAny": QueryValue.synchronizableAny,
      "kSecUseAuthenticationUIAllow": QueryValue.authenticationAllow,
      "kSecUseAuthenticationUIFail": QueryValue.authenticationFail,
      "kSecUseAuthenticationUISkip": QueryValue.authenticationSkip,
      "kSecAttrAccessGroupToken": QueryValue.tokenGroup,
      "kSecClassIdentity": QueryValue.identityClass,
      "kSecClassAppleSharePassword": QueryValue.appleShareClass,
      "kSecUseDataProtectionKeychain": QueryValue.dataProtectionKeychain,
      "kSecAttrAccessibleUntilReboot": QueryValue.accessibleUntilReboot,
    ] {
      #expect(published[name] == value, "\(name)")
    }
    #expect(QueryValue.appClip == "clip")
    #expect(QueryValue.everyGroup == "*")
  }

  @Test func `class and protection constants stand for the codes of the classes`() throws {
    let published = try Self.published()
    let classes = ["kSecClassGenericPassword", "kSecClassInternetPassword", "kSecClassCertificate", "kSecClassKey"]
    #expect(classes.map { published[$0] } == ItemClass.allCases.map(\.code.text))
    let protections = [
      "WhenUnlocked", "AfterFirstUnlock", "Always", "WhenUnlockedThisDeviceOnly", "AfterFirstUnlockThisDeviceOnly",
      "AlwaysThisDeviceOnly", "WhenPasscodeSetThisDeviceOnly",
    ]
    #expect(protections.map { published["kSecAttrAccessible\($0)"] } == ProtectionClass.allCases.map(\.code))
  }
}
