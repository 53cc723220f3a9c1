import KeychainPolicy
import KeychainSchema
import Testing

@Suite("Access control: what goes together") struct AccessControlTests {
  // swift-format-ignore
  static let flags: [(name: String, flag: AccessControlFlags, bit: UInt64)] = [
    ("userPresence", .userPresence, 0x1),
    ("biometryAny", .biometryAny, 0x2),
    ("biometryCurrentSet", .biometryCurrentSet, 0x8),
    ("devicePasscode", .devicePasscode, 0x10),
    ("companion", .companion, 0x20),
    ("or", .or, 0x4000),
    ("and", .and, 0x8000),
    ("privateKeyUsage", .privateKeyUsage, 0x4000_0000),
    ("applicationPassword", .applicationPassword, 0x8000_0000),
  ]

  /// Every pair that is refused; all others are accepted.
  // swift-format-ignore
  static let refusedPairs: [Set<String>: AccessControlError] = [
    ["or", "and"]:                         .orWithAnd,
    ["biometryAny", "biometryCurrentSet"]: .twoBiometries,
    ["userPresence", "biometryAny"]:        .userPresenceWithOthers,
    ["userPresence", "biometryCurrentSet"]: .userPresenceWithOthers,
    ["userPresence", "devicePasscode"]:     .userPresenceWithOthers,
    ["userPresence", "companion"]:          .userPresenceWithOthers,
    ["userPresence", "or"]:                 .userPresenceWithOthers,
    ["userPresence", "and"]:                .userPresenceWithOthers,
  ]

  @Test func `the bits are the published ones`() {
    for row in Self.flags { #expect(row.flag.rawValue == row.bit, "\(row.name)") }
  }

  @Test func `every set of flags is accepted unless it holds a refused pair`() {
    for bits in 0..<(1 << Self.flags.count) {
      let chosen = Self.flags.indices.filter { bits >> $0 & 1 == 1 }.map { Self.flags[$0] }
      let names = Set(chosen.map(\.name))
      let refusals = Self.refusedPairs.filter { $0.key.isSubset(of: names) }.map(\.value)
      let flags = AccessControlFlags(chosen.map(\.flag))
      do throws(AccessControlError) {
        let control = try AccessControl(protection: .whenUnlocked, flags: flags)
        #expect(refusals.isEmpty, "\(names)")
        #expect(control.flags == flags)
      } catch {
        #expect(refusals.contains(error), "\(names): \(error)")
      }
    }
  }

  @Test func `a bit without a meaning is refused`() {
    let known = Self.flags.reduce(0) { $0 | $1.bit }
    for bit in (0..<64).map({ UInt64(1) << $0 }) where known & bit == 0 {
      #expect(throws: AccessControlError.unknownFlags) {
        try AccessControl(protection: .whenUnlocked, flags: AccessControlFlags(rawValue: bit))
      }
    }
  }

  @Test func `the protection class can be given by its code`() throws {
    for protection in ProtectionClass.allCases {
      #expect(try AccessControl(protectionCode: protection.code).protection == protection)
    }
    for code in ["zz", "", "AK", "f"] {
      #expect(throws: AccessControlError.unknownProtection) { try AccessControl(protectionCode: code) }
    }
  }
}

@Suite("Access control: what an item asks for") struct AccessRequirementTests {
  // swift-format-ignore
  static let table: [(flags: AccessControlFlags, isConstrained: Bool, requirement: AccessRequirement)] = [
    ([],                                     false, .nothing),
    ([.privateKeyUsage],                     false, .nothing),
    ([.or],                                  false, .nothing),
    ([.and, .privateKeyUsage],               false, .nothing),
    ([.biometryAny],                         true,  .hardware),
    ([.biometryCurrentSet],                  true,  .hardware),
    ([.companion],                           true,  .hardware),
    ([.biometryAny, .or, .companion],        true,  .hardware),
    ([.biometryAny, .privateKeyUsage],       true,  .hardware),
    ([.userPresence],                        true,  .interaction),
    ([.devicePasscode],                      true,  .interaction),
    ([.applicationPassword],                 true,  .interaction),
    ([.userPresence, .applicationPassword],  true,  .interaction),
    ([.biometryAny, .or, .devicePasscode],   true,  .interaction),
    ([.biometryAny, .and, .devicePasscode],  true,  .hardware),
    ([.biometryAny, .devicePasscode],        true,  .hardware),
    ([.companion, .applicationPassword],     true,  .hardware),
    ([.applicationPassword, .or, .companion], true, .hardware),
    ([.or, .applicationPassword],            true,  .interaction),
    ([.devicePasscode, .privateKeyUsage],    true,  .interaction),
  ]

  @Test func `constraints are told from what only qualifies them`() throws {
    for row in Self.table {
      let control = try AccessControl(protection: .whenUnlocked, flags: row.flags)
      #expect(control.isConstrained == row.isConstrained, "\(row.flags)")
      #expect(control.requirement == row.requirement, "\(row.flags)")
    }
  }

  @Test func `without an authenticator each ends in its own way`() {
    #expect(AccessRequirement.nothing.status == .success)
    #expect(AccessRequirement.hardware.status == .authenticationFailed)
    #expect(AccessRequirement.interaction.status == .interactionNotAllowed)
  }
}

@Suite("Access control: its bytes") struct AccessControlCodingTests {
  @Test func `version, protection and flags, little-endian`() throws {
    let control = try AccessControl(
      protection: .whenPasscodeSetThisDeviceOnly, flags: [.applicationPassword, .privateKeyUsage, .and, .companion])
    #expect(control.encoded == [1, 12, 0x20, 0x80, 0, 0xC0, 0, 0, 0, 0])
    #expect(try AccessControl(protection: .whenUnlocked).encoded == [1, 6, 0, 0, 0, 0, 0, 0, 0, 0])
  }

  @Test(arguments: ProtectionClass.allCases)
  func `what was written is read`(protection: ProtectionClass) throws {
    for row in AccessControlTests.flags {
      let control = try AccessControl(protection: protection, flags: row.flag)
      #expect(control.encoded.count == AccessControl.byteCount)
      #expect(try AccessControl(decoding: control.encoded) == control)
    }
  }

  // swift-format-ignore
  static let refused: [(bytes: [UInt8], error: AccessControlError)] = [
    ([],                                   .malformed),
    ([1],                                  .malformed),
    ([1, 6, 0, 0, 0, 0, 0, 0, 0],          .malformed),  // a byte short
    ([1, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0],    .malformed),  // a byte long
    ([2, 6, 0, 0, 0, 0, 0, 0, 0, 0],       .newer),      // version
    ([2],                                  .newer),      // whatever else another version may be
    ([0, 6, 0, 0, 0, 0, 0, 0, 0, 0],       .newer),
    ([255, 6, 0, 0, 0, 0, 0, 0, 0, 0],     .newer),
    ([1, 5, 0, 0, 0, 0, 0, 0, 0, 0],       .malformed),  // protection
    ([1, 13, 0, 0, 0, 0, 0, 0, 0, 0],      .malformed),
    ([1, 6, 4, 0, 0, 0, 0, 0, 0, 0],       .newer),      // a flag without a meaning
    ([1, 6, 0, 0, 0, 0, 1, 0, 0, 0],       .newer),
    ([1, 6, 0, 0, 0, 0, 0, 0, 0, 0x80],    .newer),
    ([1, 6, 0, 0xC0, 0, 0, 0, 0, 0, 0],    .malformed),  // or with and
    ([1, 6, 0x0A, 0, 0, 0, 0, 0, 0, 0],    .malformed),  // two biometries
    ([1, 6, 0x11, 0, 0, 0, 0, 0, 0, 0],    .malformed),  // user presence with the passcode
  ]

  @Test func `what was not written is refused`() {
    for row in Self.refused {
      #expect(throws: row.error, "\(row.bytes)") { try AccessControl(decoding: row.bytes) }
    }
  }
}
