import Foundation
import Security
import Testing

@Suite("SecRandomCopyBytes: random bytes, as many as asked for") struct RandomBytesTests {
  private func draw(_ count: Int, into byteCount: Int) -> (status: Int32, bytes: [UInt8]) {
    var bytes = [UInt8](repeating: 0, count: byteCount)
    let status = unsafe bytes.withUnsafeMutableBytes { memory in
      // An array of some bytes has an address.
      unsafe memory.baseAddress.map { unsafe SecRandomCopyBytes(kSecRandomDefault, count, $0) }
    }
    return (status ?? errSecParam, bytes)
  }

  @Test func `what was asked for is filled, and not a byte more`() {
    var isTouched = [Bool](repeating: false, count: 64)
    for _ in 0..<16 {
      let (status, bytes) = draw(48, into: 64)
      #expect(status == errSecSuccess)
      for index in bytes.indices where bytes[index] != 0 { isTouched[index] = true }
    }
    // Each of 48 bytes would have to be zero sixteen times over.
    #expect(isTouched == [Bool](repeating: true, count: 48) + [Bool](repeating: false, count: 16))
  }

  @Test func `no two draws are alike`() {
    #expect(Set((0..<100).map { _ in draw(16, into: 16).bytes }).count == 100)
  }

  @Test func `every value of a byte turns up about as often`() {
    let bytes = draw(1 << 16, into: 1 << 16).bytes
    let counts = bytes.reduce(into: [Int](repeating: 0, count: 256)) { $0[Int($1)] += 1 }
    // 256 each on average, with a deviation of 16: eight of them either way.
    #expect(counts.allSatisfy { (128...384).contains($0) })
  }

  @Test func `none at all is a success, and fewer than none is a wrong parameter`() {
    #expect(draw(0, into: 8) == (errSecSuccess, [UInt8](repeating: 0, count: 8)))
    for count in [-1, .min] { #expect(draw(count, into: 8) == (errSecParam, [UInt8](repeating: 0, count: 8))) }
  }

  @Test func `the default source is none, and data fills the usual way`() {
    #expect(kSecRandomDefault == nil)
    var data = Data(count: 32)
    let status = unsafe data.withUnsafeMutableBytes { memory in
      unsafe memory.baseAddress.map { unsafe SecRandomCopyBytes(nil, 32, $0) }
    }
    #expect(status == errSecSuccess)
    #expect(data != Data(count: 32))
  }
}
