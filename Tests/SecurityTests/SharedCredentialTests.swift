import Foundation
import Security
import Testing

@Suite("Shared web credentials: there is no store of them, and a password can be made") struct SharedCredentialTests {
  private func password() throws -> String {
    try #require(SecCreateSharedWebCredentialPassword()) as String
  }

  @Test func `a password is four groups of three characters that look like no others`() throws {
    for _ in 0..<200 {
      let password = try password()
      #expect(password.wholeMatch(of: #/[a-hjkmnp-zA-HJ-NP-Z2-9]{3}(?:-[a-hjkmnp-zA-HJ-NP-Z2-9]{3}){3}/#) != nil)
      let hasEachKind = [#/[a-z]/#, #/[A-Z]/#, #/[0-9]/#].allSatisfy(password.contains)
      #expect(hasEachKind, "\(password)")
    }
  }

  @Test func `no two passwords are alike, and every character has its turn`() throws {
    let passwords = try (0..<500).map { _ in try password() }
    #expect(Set(passwords).count == 500)
    // 55 characters and the hyphen; each of the 55 is missing with odds of less than one in 10^40.
    #expect(Set(passwords.joined()).count == 56)
  }

  @Test func `nothing is stored, and that is said before the call returns`() throws {
    var error: CFError?
    SecAddSharedWebCredential("example.org" as CFString, "ada" as CFString, "secret" as CFString) { error = $0 }
    #expect(error?.domain == NSOSStatusErrorDomain)
    #expect(error?.code == Int(errSecUnimplemented))
    #expect(error?.localizedDescription == "there are no shared web credentials on this system")
  }

  @Test func `nothing is found, and that is no empty list`() throws {
    var answers: [(credentials: CFArray?, error: CFError?)] = []
    SecRequestSharedWebCredential(nil, nil) { answers.append(($0, $1)) }
    SecRequestSharedWebCredential("example.org" as CFString, "ada" as CFString) { answers.append(($0, $1)) }
    #expect(answers.count == 2)
    for answer in answers {
      #expect(answer.credentials == nil)
      #expect(answer.error?.code == Int(errSecUnimplemented))
    }
  }
}
