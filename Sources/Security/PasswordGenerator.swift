import KeychainKit

/// Makes passwords that people can read out and type: `nFx-4kC-Rm7-wZa`.
enum PasswordGenerator {
  /// The characters that no other one looks like.
  private static let lowercase = "abcdefghjkmnpqrstuvwxyz"
  private static let uppercase = "ABCDEFGHJKLMNPQRSTUVWXYZ"
  private static let digits = "23456789"
  private static let alphabet = Array(lowercase + uppercase + digits)

  /// A password of 69 bits: each with a capital, a small letter and a digit is as likely as any other.
  static func password() -> String {
    var random = SystemRandom()
    while true {
      let characters = (0..<12).map { _ in alphabet[Int.random(in: alphabet.indices, using: &random)] }
      let kinds = [lowercase, uppercase, digits]
      guard kinds.allSatisfy({ kind in characters.contains(where: kind.contains) }) else { continue }
      return stride(from: 0, to: 12, by: 3).map { String(characters[$0..<$0 + 3]) }.joined(separator: "-")
    }
  }
}

/// The system's random numbers, for the standard library.
private struct SystemRandom: RandomNumberGenerator {
  mutating func next() -> UInt64 {
    var number: UInt64 = 0
    unsafe withUnsafeMutableBytes(of: &number) { unsafe RandomBytes.fill($0) }
    return number
  }
}
