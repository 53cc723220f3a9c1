import Foundation
import KeychainKit
import KeychainSchema
import Security

/// The door through the functions of `Security`, as code written for Apple's platforms calls them.
///
/// The cases say what the data-protection keychain answers, so that is the dialect.
final class SecurityDoor: ConformanceDoor {
  /// The device and who is on it; the calls go another way.
  private let device: KitDoor

  init(folder: String) throws(DoorError) {
    device = try KitDoor(folder: folder)
  }

  // MARK: the four calls

  func add(_ attributes: [String: EngineValue], wantsResult: Bool) -> EngineAnswer {
    unsafe answer(wantsResult) { unsafe SecItemAdd(Self.dictionary(attributes), $0) }
  }

  func copyMatching(_ query: [String: EngineValue], wantsResult: Bool) -> EngineAnswer {
    unsafe answer(wantsResult) { unsafe SecItemCopyMatching(Self.dictionary(query), $0) }
  }

  func update(_ query: [String: EngineValue], attributes: [String: EngineValue]) -> EngineAnswer {
    unsafe answer(false) { _ in SecItemUpdate(Self.dictionary(query), Self.dictionary(attributes)) }
  }

  func delete(_ query: [String: EngineValue]) -> EngineAnswer {
    unsafe answer(false) { _ in SecItemDelete(Self.dictionary(query)) }
  }

  private func answer(
    _ wantsResult: Bool, _ call: (UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus
  ) -> EngineAnswer {
    guard let keychain = device.keychainOfCaller else { return EngineAnswer(.noSuchKeychain) }
    return ProcessKeychain.withKeychain(keychain, dialect: .iOS) {
      var result: CFTypeRef?
      let status = wantsResult ? unsafe call(&result) : call(nil)
      return EngineAnswer(
        code: status,
        result: result.map { NativeForm.engineValue($0, accessControl: { $0 as? SecAccessControl }) })
    }
  }

  private static func dictionary(_ entries: [String: EngineValue]) -> CFDictionary {
    NativeForm.native(entries) as CFDictionary
  }

  // MARK: the caller

  func setEntitlements(_ entitlements: [String: Entitlement]) {
    device.setEntitlements(entitlements)
  }

  func createAccessControl(protection: String, flags: [AccessControlFlag]) -> EngineAnswer {
    var error: Unmanaged<CFError>?
    let flags = SecAccessControlCreateFlags(flags.map(\.securityFlag))
    let control = unsafe SecAccessControlCreateWithFlags(
      kCFAllocatorDefault, protection as CFString, flags, &error)
    if let control { return EngineAnswer(code: errSecSuccess, result: .accessControl(control)) }
    let code = unsafe error.map { CFErrorGetCode(unsafe $0.takeRetainedValue()) }
    return EngineAnswer(code: code.flatMap(Int32.init(exactly:)) ?? errSecInternalError)
  }

  func makeAuthenticationContext(isAuthenticated: Bool) -> any Sendable {
    device.makeAuthenticationContext(isAuthenticated: isAuthenticated)
  }

  // MARK: the device

  func lock() throws(DoorError) { try device.lock() }
  func unlock() throws(DoorError) { try device.unlock() }
  func reboot() throws(DoorError) { try device.reboot() }
  func setPasscode() throws(DoorError) { try device.setPasscode() }
  func removePasscode() throws(DoorError) { try device.removePasscode() }
  func corruptAll() throws(DoorError) { try device.corruptAll() }
  func drainBackgroundWork() throws(DoorError) { try device.drainBackgroundWork() }
}

extension AccessControlFlag {
  fileprivate var securityFlag: SecAccessControlCreateFlags {
    switch self {
    case .userPresence: .userPresence
    case .biometryAny: .biometryAny
    case .biometryCurrentSet: .biometryCurrentSet
    case .devicePasscode: .devicePasscode
    case .companion: .companion
    case .or: .or
    case .and: .and
    case .privateKeyUsage: .privateKeyUsage
    case .applicationPassword: .applicationPassword
    }
  }
}

extension DoorEntry {
  /// `--through security`.
  package static let security = DoorEntry(
    name: "security",
    summary: "the functions of Security, on CFDictionaries",
    makeDoor: { folder throws(DoorError) in try SecurityDoor(folder: folder) }
  )
}
