import Foundation

/// An item of a comparison with other stores, all text: it follows from its number, as in the programs around them.
struct PeerItem {
  let number: Int

  private var digits: String { String(format: "%07d", number) }

  var service: String { "svc-\(digits).example.com" }

  var account: String { "user\(digits)@example.com" }

  /// 32 characters.
  var secret: String {
    var generator = SeededGenerator(seed: UInt64(number))
    return (0..<2).map { _ in String(format: "%016llx", generator.next()) }.joined()
  }
}
