import Foundation
import KeychainKit
import TestSupport
import Testing
import Torture

@Suite("torture: a file that is rebuilt") struct RebuildingTests {
  private static let query: [String: any Sendable] = ["class": "genp", "svce": "large"]
  private static let secrets = (0..<4).map { Data(repeating: UInt8($0 + 1), count: 9_000) }

  /// A keychain of items that take pages of their own, opened through the layer.
  private func opened(_ temporary: TemporaryKeychain, _ layer: FaultLayer) throws -> Keychain {
    for (number, secret) in Self.secrets.enumerated() {
      try temporary.keychain.add(
        ["class": "genp", "svce": "large", "acct": "\(number)", "pdmn": "dk", "v_Data": secret])
    }
    try temporary.keychain.add(["class": "genp", "svce": "small", "icmt": "this one", "pdmn": "dk"])
    temporary.close()
    var options = TemporaryKeychain.options(in: temporary.folder)
    options.fileLayer = layer.name
    return try Keychain.open(temporary.path, as: temporary.caller, options: options)
  }

  @Test func `a page that was read wrong before is not written back as it was read`() throws {
    for number in 1...200 {
      let layer = FaultLayer()
      let temporary = try TemporaryKeychain()
      let keychain = try opened(temporary, layer)
      layer.arm(Fault(.shortRead, isForever: false), at: number)
      // The connection that writes reads every row for it, secrets included, and opens none of the large ones.
      _ = try? keychain.update(["class": "genp", "icmt": "this one"], ["labl": "changed"])
      guard layer.disarm() > 0 else {
        #expect(number > 8)
        return
      }
      // Rebuilds the file; none of the items is sealed anew for it.
      try keychain.setPassphrase("new")
      for (number, secret) in Self.secrets.enumerated() {
        let item = Self.query.merging(["acct": "\(number)", "r_Data": true]) { $1 }
        #expect(try keychain.copyMatching(item) as? Data == secret)
      }
      #expect(keychain.unreadableItemCount == 0)
    }
    Issue.record("the reads of one call do not end")
  }
}
