import Fuzzing
import Testing

@Suite("fuzzing: what whoever holds the keys may have sealed") struct ContradictionTests {
  /// The records with the last byte of one value changed.
  private func changed(_ code: String, in plaintext: [UInt8]) throws -> [UInt8] {
    let place = try #require(plaintext.firstRange(of: Array(code.utf8))).lowerBound
    // `code 4 | type u8 | length u16 | bytes`; a number has its lowest byte first.
    let length = Int(plaintext[place + 5]) | Int(plaintext[place + 6]) << 8
    let isNumber = plaintext[place + 4] == 3
    var bytes = plaintext
    bytes[place + 7 + (isNumber ? 0 : length - 1)] ^= 1
    return bytes
  }

  @Test func `records that say of the row what its columns do not are no item`() throws {
    let keychain = try FuzzedKeychain()
    let plaintext = keychain.plaintexts().metadata
    #expect(keychain.itemCount(metadata: plaintext) == 1)
    #expect(keychain.itemCount(metadata: try changed("labl", in: plaintext)) == 1)
    for code in ["agrp", "pdmn", "sync", "tomb"] {
      #expect(keychain.itemCount(metadata: try changed(code, in: plaintext)) == 0, "\(code)")
    }
  }
}
