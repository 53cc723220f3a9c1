import Foundation
import KeychainSchema
import Security
import Testing

@Suite("errSec constants: one for each published code") struct StatusCodeTests {
  @Test func `every name has the number of the table, and every row has a name`() {
    let numbers = Dictionary(uniqueKeysWithValues: PublishedStatus.all.map { ($0.name, $0.number) })
    let aliases = PublishedStatus.aliases.map { ($0.name, numbers[$0.original]) }
    let expected = numbers.mapValues(Optional.some).merging(aliases) { first, _ in first }
    let own = Dictionary(uniqueKeysWithValues: NamedStatusCodes.all.map { ($0.name, Optional.some($0.number)) })
    #expect(own == expected)
  }

  @Test func `the sentence above a constant is its message`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Sources/Security/StatusCodes")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let pattern = #/\/\/\/ (?<sentence>.+)\npublic var (?<name>\w+): OSStatus \{ -?\d+ \}/#
    let documented = try files.flatMap { file in
      try String(contentsOf: file, encoding: .utf8).matches(of: pattern)
        .map { (String($0.name), String($0.sentence)) }
    }
    let messages = Dictionary(uniqueKeysWithValues: PublishedStatus.all.map { ($0.name, $0.message) })
    #expect(Dictionary(uniqueKeysWithValues: documented) == messages)
  }

  @Test func `codes compare with results, in a switch and with an operator`() {
    func word(_ status: OSStatus) -> String {
      switch status {
      case errSecSuccess: "done"
      case errSecItemNotFound: "nothing"
      case errSecDuplicateItem: "twice"
      default: "other"
      }
    }
    #expect([0, -25300, -25299, -50].map(word) == ["done", "nothing", "twice", "other"])
    #expect(errSecSuccess == noErr)
    #expect(Int(errSecMissingEntitlement) == -34018)
  }
}

@Suite("SecCopyErrorMessageString: a sentence for a code") struct ErrorMessageTests {
  @Test func `every published code has the sentence of the table`() {
    for status in PublishedStatus.all {
      #expect(SecCopyErrorMessageString(status.number, nil) as String? == status.message, "\(status.name)")
    }
  }

  @Test func `what programs compare stands letter for letter`() {
    #expect(
      SecCopyErrorMessageString(errSecItemNotFound, nil)
        == "The specified item could not be found in the keychain.")
    #expect(
      SecCopyErrorMessageString(errSecItemInvalidKey, nil)
        == "One or more parameters passed to a function were not valid.")
  }

  @Test(arguments: [1, -1, -67905, OSStatus.min, OSStatus.max])
  func `any other number is named`(number: OSStatus) {
    #expect(SecCopyErrorMessageString(number, nil) as String? == "OSStatus \(number)")
  }
}
