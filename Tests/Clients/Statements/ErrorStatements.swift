import Foundation
import Security

/// Access controls, errors and random bytes, as sources write them.
struct ErrorStatements {
  let expectations: Expectations

  /// An error of the source's own.
  struct StoreError: Error {
    let status: OSStatus
  }

  func run() {
    controls()
    pointers()
    catches()
    var bytes = [UInt8](repeating: 0, count: 32)
    expectations.expect(SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes) == errSecSuccess, "random bytes")
    expectations.expect(bytes != [UInt8](repeating: 0, count: 32), "which are not zeros")
    var data = Data(count: 32)
    let status = data.withUnsafeMutableBytes { SecRandomCopyBytes(kSecRandomDefault, $0.count, $0.baseAddress!) }
    expectations.expect(status == errSecSuccess && data != Data(count: 32), "random bytes of Data")
  }

  private func controls() {
    do {
      let control = try accessControl([.userPresence])
      expectations.expect(CFGetTypeID(control) == SecAccessControlGetTypeID(), "an access control")
      let item = [kSecAttrAccessControl: control, kSecAttrAccount: "ada"] as CFDictionary
      expectations.expect((item[kSecAttrAccessControl] as! SecAccessControl) == control, "within a dictionary")
    } catch {
      expectations.expect(false, "an access control is made: \(error)")
    }
    do {
      _ = try accessControl([.or, .and])
      expectations.expect(false, "a contradiction is refused")
    } catch {
      let error = error as NSError
      expectations.expect(error.code == Int(errSecParam) && error.domain == NSOSStatusErrorDomain, "\(error)")
    }
  }

  private func pointers() {
    var error: Unmanaged<CFError>?
    let control = SecAccessControlCreateWithFlags(nil, "none" as CFString, [], &error)
    guard control == nil, let reason = error?.takeRetainedValue() else {
      return expectations.expect(false, "an unknown protection gives an error")
    }
    expectations.expect(CFErrorGetCode(reason) == CFIndex(errSecParam), "the code of a CFError")
    expectations.expect(CFErrorCopyDescription(reason) as String != "", "its description")
    expectations.expect((reason as Error as NSError).code == Int(errSecParam), "a CFError as Error as NSError")
    expectations.expect((reason as Error).localizedDescription == reason.localizedDescription, "its words")
    let own = NSError(domain: NSOSStatusErrorDomain, code: -1) as CFError
    expectations.expect(CFErrorGetDomain(own) as String == NSOSStatusErrorDomain, "an NSError as CFError")
    let ignored = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, .devicePasscode, nil)
    expectations.expect(ignored != nil, "no pointer for the error is fine")
  }

  private func catches() {
    do {
      _ = try accessControl([.or, .and])
    } catch let error as NSError {
      expectations.expect(error.code == Int(errSecParam), "a CFError is caught as NSError")
    } catch {
      expectations.expect(false, "a CFError is an NSError")
    }
    let error: any Error = StoreError(status: errSecItemNotFound)
    expectations.expect((error as? StoreError)?.status == errSecItemNotFound, "an error of the source's own")
    expectations.expect((error as NSError).domain.hasSuffix("StoreError"), "as NSError")
    // Here Foundation differs from Apple's: only what is an NSError is caught as one.
    expectations.expect(!isCaughtAsNSError(error), "is not caught as one: the article on porting says so")
  }

  private func isCaughtAsNSError(_ error: any Error) -> Bool {
    do {
      throw error
    } catch _ as NSError {
      return true
    } catch {
      return false
    }
  }

  private func accessControl(_ flags: SecAccessControlCreateFlags) throws -> SecAccessControl {
    var error: Unmanaged<CFError>?
    guard
      let control = SecAccessControlCreateWithFlags(
        kCFAllocatorDefault, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, flags, &error)
    else { throw error!.takeRetainedValue() as Error }
    return control
  }
}
