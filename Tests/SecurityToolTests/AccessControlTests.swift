import KeychainKit
import Testing

@testable import SecurityTool

@Suite("items that ask for a person, at the command line") final class AccessControlTests {
  private let fixture: CommandFixture
  private let find = ["find-generic-password", "-s", "mail", "-w", "work.keychain"]

  init() throws {
    fixture = try CommandFixture()
    #expect(try fixture.run(["create-keychain", "-p", "pw", "work.keychain"]).exitCode == 0)
    let control = try AccessControl(protection: .whenUnlocked, flags: .devicePasscode)
    try fixture.keychain("work.keychain").add(
      .genericPassword(service: "mail", account: "ada").accessControl(control), secret: "secret")
  }

  private var path: String { "\(fixture.folder)/data/keychains/work.keychain-db" }

  private func terminal(_ answers: String?...) -> ScriptedTerminal {
    ScriptedTerminal(
      answers.map { .init(prompt: "password of \(path), to use an item of the keychain:", text: $0) })
  }

  @Test func `the passphrase is asked for once a command`() throws {
    let terminal = terminal("pw")
    let outcome = try fixture.run(find, terminal: terminal)
    #expect(outcome.text == "secret\n" && outcome.exitCode == 0, "\(outcome.errors)")
    #expect(terminal.surprises.isEmpty && terminal.unusedPrompts.isEmpty)
  }

  @Test func `a wrong one may be corrected, and three are the answer`() throws {
    #expect(try fixture.run(find, terminal: terminal("no", "pw")).text == "secret\n")
    let outcome = try fixture.run(find, terminal: terminal("no", "no", "no", "pw"))
    #expect(outcome.exitCode == 51 && outcome.text == "", "\(outcome.errors)")
  }

  @Test func `who gives up, and who is not there, gets nothing`() throws {
    let given = try fixture.run(find, terminal: terminal(nil))
    #expect(given.exitCode == 128, "\(given.errors)")
    #expect(given.errors == "security: SecKeychainSearchCopyNext: User canceled the operation.\n")
    let absent = try fixture.run(find)
    #expect(absent.exitCode == 36, "\(absent.errors)")
  }

  @Test func `the passphrase that came with the command is the first answer`() throws {
    let pipe = try FilledPipe(Array("pw\n".utf8))
    let outcome = try fixture.run(
      ["find-generic-password", "-s", "mail", "-w", "--password-fd", "\(pipe.descriptor)", "work.keychain"])
    #expect(outcome.text == "secret\n", "\(outcome.errors)")
  }
}
