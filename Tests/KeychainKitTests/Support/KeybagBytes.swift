@testable import KeychainCrypto

/// Key bags changed byte by byte by a test that knows the format.
enum KeybagBytes {
  /// The bag with a digest that is right again: the last 32 bytes, over everything before them.
  static func digested(_ bag: [UInt8]) -> [UInt8] {
    let content = Array(bag.dropLast(32))
    let input = Array("kc1.bagx".utf8) + content
    var digest = [UInt8](repeating: 0, count: 32)
    unsafe digest.withUnsafeMutableBytes { digest in
      unsafe input.withUnsafeBytes { input in
        unsafe Hash.fill(digest, key: UnsafeRawBufferPointer(start: nil, count: 0), of: input)
      }
    }
    return content + digest
  }
}
