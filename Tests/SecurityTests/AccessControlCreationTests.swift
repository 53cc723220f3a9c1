import Foundation
import KeychainPolicy
import KeychainSchema
import Security
import Testing

@Suite("SecAccessControlCreateWithFlags: what can be made, and why the rest cannot") struct AccessControlCreationTests {
  /// The access control, or the error that came instead.
  private func make(_ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags) throws -> SecAccessControl {
    var error: Unmanaged<CFError>?
    if let made = unsafe SecAccessControlCreateWithFlags(kCFAllocatorDefault, protection, flags, &error) {
      let isUntouched = unsafe error == nil
      #expect(isUntouched)
      return made
    }
    throw try #require(unsafe error?.takeRetainedValue())
  }

  @Test func `each protection class makes one, with the flags as they are`() throws {
    for protection in ProtectionClass.allCases {
      let made = try make(protection.code as NSString, [.devicePasscode, .or, .biometryAny])
      #expect(made.value.protection == protection)
      #expect(made.value.flags == [.devicePasscode, .or, .biometryAny])
    }
  }

  @Test func `the flags are the published bits`() {
    let bits: [(SecAccessControlCreateFlags, CFOptionFlags)] = [
      (.userPresence, 1), (.biometryAny, 2), (.touchIDAny, 2), (.biometryCurrentSet, 8), (.touchIDCurrentSet, 8),
      (.devicePasscode, 16), (.companion, 32), (.watch, 32), (.or, 0x4000), (.and, 0x8000),
      (.privateKeyUsage, 0x4000_0000), (.applicationPassword, 0x8000_0000),
    ]
    for (flag, bit) in bits { #expect(flag.rawValue == bit) }
  }

  @Test func `the same protection and flags are equal, and nothing else is`() throws {
    let one = try make(kSecAttrAccessibleWhenUnlocked, .userPresence)
    let same = try make(kSecAttrAccessibleWhenUnlocked, .userPresence)
    #expect(one.isEqual(same))
    #expect(CFEqual(one, same))
    #expect(CFHash(one) == CFHash(same))
    for other in [
      try make(kSecAttrAccessibleWhenUnlocked, .devicePasscode),
      try make(kSecAttrAccessibleAfterFirstUnlock, .userPresence),
    ] {
      #expect(!one.isEqual(other))
      #expect(!CFEqual(one, other))
    }
  }

  private static let contradictions: [(SecAccessControlCreateFlags, AccessControlError)] = [
    ([.or, .and, .devicePasscode], .orWithAnd),
    ([.biometryAny, .biometryCurrentSet], .twoBiometries),
    ([.userPresence, .devicePasscode], .userPresenceWithOthers),
    (SecAccessControlCreateFlags(rawValue: 1 << 2), .unknownFlags),
    (SecAccessControlCreateFlags(rawValue: 1 << 40), .unknownFlags),
  ]

  @Test(arguments: contradictions)
  func `flags that contradict themselves make none`(
    flags: SecAccessControlCreateFlags, problem: AccessControlError
  ) throws {
    let error = try #require(throws: NSError.self) { try make(kSecAttrAccessibleWhenUnlocked, flags) }
    #expect(error.domain == NSOSStatusErrorDomain)
    #expect(error.code == Int(errSecParam))
    #expect(error.localizedDescription == problem.description)
  }

  @Test func `a protection that is none makes none`() throws {
    for protection: CFTypeRef in ["" as NSString, "zz" as NSString, kSecAttrAccessible, NSNumber(value: 6), NSNull()] {
      let error = try #require(throws: NSError.self) { try make(protection, []) }
      #expect(error.domain == NSOSStatusErrorDomain)
      #expect(error.code == Int(errSecParam))
      #expect(error.localizedDescription == AccessControlError.unknownProtection.description)
    }
  }

  @Test func `the error is given once, and goes with its last owner`() throws {
    weak var given: NSError?
    do {
      var error: Unmanaged<CFError>?
      #expect(unsafe SecAccessControlCreateWithFlags(nil, "zz" as NSString, [], &error) == nil)
      let owned = unsafe error?.takeRetainedValue()
      given = owned
      #expect(given != nil)
    }
    #expect(given == nil)
  }

  @Test func `nobody has to take the error`() {
    #expect(SecAccessControlCreateWithFlags(nil, "zz" as NSString, [], nil) == nil)
  }
}
