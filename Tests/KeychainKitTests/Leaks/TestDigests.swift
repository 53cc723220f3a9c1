import Foundation

/// MD5, SHA-1 and SHA-256, small and slow: what a leak might have hashed a name with.
/// - Source: RFC 1321; FIPS 180-4.
enum TestDigests {
  static func all(of bytes: [UInt8]) -> [[UInt8]] {
    [md5(bytes), sha1(bytes), sha256(bytes)]
  }

  /// The message, `0x80`, zeros and its bit count, in blocks of sixteen words.
  private static func blocks(_ bytes: [UInt8], bigEndian: Bool) -> [[UInt32]] {
    var padded = bytes + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    let count = (0..<8).map { UInt8(truncatingIfNeeded: (bytes.count * 8) >> ($0 * 8)) }
    padded += bigEndian ? count.reversed() : count
    return stride(from: 0, to: padded.count, by: 64).map { start in
      (0..<16).map { word in
        let four = padded[(start + word * 4)..<(start + word * 4 + 4)]
        return (bigEndian ? Array(four) : four.reversed()).reduce(0) { $0 << 8 | UInt32($1) }
      }
    }
  }

  private static func bytes(_ words: [UInt32], bigEndian: Bool) -> [UInt8] {
    words.flatMap { word in
      let four = (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
      return bigEndian ? four.reversed() : four
    }
  }

  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word << count | word >> (32 - count) }

  static func md5(_ message: [UInt8]) -> [UInt8] {
    let shifts: [[UInt32]] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
    for block in blocks(message, bigEndian: false) {
      var (a, b, c, d) = (state[0], state[1], state[2], state[3])
      for round in 0..<64 {
        let mixed: UInt32
        let word: Int
        switch round / 16 {
        case 0: (mixed, word) = (b & c | ~b & d, round)
        case 1: (mixed, word) = (d & b | ~d & c, (5 * round + 1) % 16)
        case 2: (mixed, word) = (b ^ c ^ d, (3 * round + 5) % 16)
        default: (mixed, word) = (c ^ (b | ~d), 7 * round % 16)
        }
        let sum = mixed &+ a &+ md5Constants[round] &+ block[word]
        (a, d, c, b) = (d, c, b, b &+ rotated(sum, shifts[round / 16][round % 4]))
      }
      state = [state[0] &+ a, state[1] &+ b, state[2] &+ c, state[3] &+ d]
    }
    return bytes(state, bigEndian: false)
  }

  static func sha1(_ message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    for block in blocks(message, bigEndian: true) {
      var words = block
      for index in 16..<80 {
        words.append(rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1))
      }
      var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
      for round in 0..<80 {
        let (mixed, constant): (UInt32, UInt32) =
          switch round / 20 {
          case 0: (b & c | ~b & d, 0x5A82_7999)
          case 1: (b ^ c ^ d, 0x6ED9_EBA1)
          case 2: (b & c | b & d | c & d, 0x8F1B_BCDC)
          default: (b ^ c ^ d, 0xCA62_C1D6)
          }
        let sum = rotated(a, 5) &+ mixed &+ e &+ constant &+ words[round]
        (e, d, c, b, a) = (d, c, rotated(b, 30), a, sum)
      }
      state = zip(state, [a, b, c, d, e]).map { $0 &+ $1 }
    }
    return bytes(state, bigEndian: true)
  }

  static func sha256(_ message: [UInt8]) -> [UInt8] {
    var state = fractions(of: primes.prefix(8), root: { $0.squareRoot() })
    for block in blocks(message, bigEndian: true) {
      var words = block
      for index in 16..<64 {
        let (early, late) = (words[index - 15], words[index - 2])
        let first = rotated(early, 25) ^ rotated(early, 14) ^ early >> 3
        let second = rotated(late, 15) ^ rotated(late, 13) ^ late >> 10
        words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
      }
      var s = state
      for round in 0..<64 {
        let choice = s[4] & s[5] ^ ~s[4] & s[6]
        let first =
          s[7] &+ (rotated(s[4], 26) ^ rotated(s[4], 21) ^ rotated(s[4], 7)) &+ choice &+ sha256Constants[round]
          &+ words[round]
        let majority = s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2]
        let second = (rotated(s[0], 30) ^ rotated(s[0], 19) ^ rotated(s[0], 10)) &+ majority
        s = [first &+ second, s[0], s[1], s[2], s[3] &+ first, s[4], s[5], s[6]]
      }
      state = zip(state, s).map { $0 &+ $1 }
    }
    return bytes(state, bigEndian: true)
  }
}

// MARK: - Constants, computed as their standards define them

extension TestDigests {
  private static let md5Constants = (0..<64).map { UInt32(abs(sin(Double($0 + 1))) * 4_294_967_296) }
  private static let primes = (2...311).filter { number in !(2..<number).contains { number % $0 == 0 } }
  private static let sha256Constants = fractions(of: primes.prefix(64), root: { cbrt($0) })

  /// The first 32 bits of the fractions of roots.
  private static func fractions(of numbers: ArraySlice<Int>, root: (Double) -> Double) -> [UInt32] {
    numbers.map { number in
      let value = root(Double(number))
      return UInt32((value - value.rounded(.down)) * 4_294_967_296)
    }
  }
}
