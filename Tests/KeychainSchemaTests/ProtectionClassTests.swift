import KeychainSchema
import Testing

@Suite("Protection classes: codes, numbers, bodies of the key bag") struct ProtectionClassTests {
  @Test func `the classes are the published ones, in both directions`() throws {
    let rows = try TableFile("protection").rows
    #expect(rows.map { $0["code"] } == ProtectionClass.allCases.map(\.code))
    #expect(rows.map { $0["number"] } == ProtectionClass.allCases.map { String($0.rawValue) })
    #expect(try rows.map { try $0.flag("this device only") } == ProtectionClass.allCases.map(\.isThisDeviceOnly))
    #expect(rows.map { $0["body"] } == ProtectionClass.allCases.map { String(describing: $0.body) })
  }

  @Test(arguments: ProtectionClass.allCases)
  func `a class is found by its code`(protection: ProtectionClass) {
    #expect(ProtectionClass(code: protection.code) == protection)
  }

  @Test(arguments: ["", "f", "a", "AK", "ak ", "ak\0", "akp", "akpu ", "dkpu", "ckpu", "аk"])
  func `another word is no class`(code: String) {
    #expect(ProtectionClass(code: code) == nil)
  }

  @Test func `every body of the key bag holds the keys of some class`() {
    #expect(Set(ProtectionClass.allCases.map(\.body)) == Set(KeybagBody.allCases))
  }
}
