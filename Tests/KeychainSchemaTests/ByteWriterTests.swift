import KeychainSchema
import Testing

@Suite("ByteWriter: integers and bytes in their order") struct ByteWriterTests {
  @Test func `integers are little-endian`() {
    let written = Records.written(1 + 2 + 4 + 8 + 4 + 8) { writer in
      writer.append(UInt8(0x01))
      writer.append(UInt16(0x0203))
      writer.append(UInt32(0x0405_0607))
      writer.append(UInt64(0x0809_0A0B_0C0D_0E0F))
      writer.append(Int32(-2))
      writer.append(Int64(-2))
    }
    let tail: [UInt8] = [0xFE, 0xFF, 0xFF, 0xFF, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
    #expect(written == [1, 3, 2, 7, 6, 5, 4, 0x0F, 0x0E, 0x0D, 0x0C, 0x0B, 0x0A, 9, 8] + tail)
  }

  @Test func `codes, texts, arrays and spans are written as they read`() {
    let written = Records.written(4 + 4 + 2 + 2 + 2 + 3) { writer in
      writer.append("acct" as FourCharacterCode)
      writer.append("kc1." as StaticString)
      writer.append("é" as String)
      writer.append([1, 2] as [UInt8])
      unsafe writer.append(([3, 4] as [UInt8]).span.bytes)
      writer.appendZeros(3)
    }
    #expect(written == Array("acctkc1.é".utf8) + [1, 2, 3, 4, 0, 0, 0])
  }

  @Test func `nothing is written for nothing`() {
    let written = Records.written(0) { writer in
      writer.append("" as String)
      writer.append([] as [UInt8])
      writer.appendZeros(0)
    }
    #expect(written == [])
  }

  @Test func `a write past the end ends the process before it happens`() async {
    await #expect(processExitsWith: .failure) {
      _ = Records.written(3) { $0.append(UInt32(1)) }
    }
  }
}
