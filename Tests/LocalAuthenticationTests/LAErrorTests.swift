import Foundation
import LocalAuthentication
import Testing

@Suite("LAError: reasons by their published numbers") struct LAErrorTests {
  // swift-format-ignore
  static let numbers: [(LAError.Code, Int)] = [
    (LAError.authenticationFailed, -1), (LAError.userCancel, -2), (LAError.userFallback, -3),
    (LAError.systemCancel, -4), (LAError.passcodeNotSet, -5), (LAError.biometryNotAvailable, -6),
    (LAError.biometryNotEnrolled, -7), (LAError.biometryLockout, -8), (LAError.appCancel, -9),
    (LAError.invalidContext, -10), (LAError.watchNotAvailable, -11), (LAError.biometryNotPaired, -12),
    (LAError.biometryDisconnected, -13), (LAError.invalidDimensions, -14), (LAError.notInteractive, -1004),
    (LAError.touchIDNotAvailable, -6), (LAError.touchIDNotEnrolled, -7), (LAError.touchIDLockout, -8),
    (LAError.companionNotAvailable, -11),
  ]

  @Test func `each has its number, its domain and a sentence`() {
    for (code, number) in Self.numbers {
      let error = LAError(code)
      #expect(code.rawValue == number && error.errorCode == number)
      let bridged = error as NSError
      #expect(bridged.domain == "com.apple.LocalAuthentication" && bridged.code == number)
      #expect(error.localizedDescription.hasSuffix("."))
      #expect(bridged.localizedDescription == error.localizedDescription)
    }
    #expect(Set(Self.numbers.map { LAError($0.0).localizedDescription }).count == 15)
  }

  @Test func `an NSError of the domain casts to it, and no other does`() {
    for (code, number) in Self.numbers {
      let object: Any = NSError(domain: LAErrorDomain, code: number)
      #expect((object as? LAError)?.code == code)
      let error: any Error = LAError(code) as NSError
      #expect((error as? LAError)?.code == code)
      do { throw error } catch let error as LAError { #expect(error.code == code) } catch { Issue.record("not caught") }
    }
    do { throw LAError(.userCancel) as NSError } catch LAError.userCancel {} catch { Issue.record("not caught") }
    #expect(NSError(domain: "other", code: -2) as? LAError == nil)
    #expect(NSError(domain: LAErrorDomain, code: 5) as? LAError == nil)
  }

  @Test func `a description of its own is what it says`() {
    let error = LAError(.appCancel, userInfo: [NSLocalizedDescriptionKey: "Gone fishing."])
    #expect(error.localizedDescription == "Gone fishing.")
    #expect((error as NSError).localizedDescription == "Gone fishing.")
    #expect(error.userInfo[NSLocalizedDescriptionKey] as? String == "Gone fishing.")
    #expect((error as NSError as? LAError) == error)
  }

  @Test func `sources catch them in every way they write`() {
    func fail() throws { throw LAError(.userCancel) }
    do { try fail() } catch LAError.userCancel {} catch { Issue.record("\(error)") }
    do { try fail() } catch let error as LAError {
      #expect(error.code == .userCancel)
    } catch { Issue.record("\(error)") }
    do { try fail() } catch {
      #expect((error as NSError).code == LAError.userCancel.rawValue)
      #expect((error as? LAError)?.code == LAError.Code.userCancel)
      switch error {
      case LAError.systemCancel: Issue.record("another reason")
      case LAError.userCancel: break
      default: Issue.record("another reason")
      }
    }
  }
}
