import KeychainSchema
import Testing

@Suite("Padding: how much a sealed size gives away") struct PaddingTests {
  @Test(arguments: [
    (0, 32), (1, 32), (30, 32), (31, 32), (32, 64), (63, 64), (64, 96), (511, 512), (512, 544), (4_095, 4_096),
    (4_096, 4_128), (1 << 20, (1 << 20) + 32),
  ])
  func `metadata is padded to 32`(byteCount: Int, padded: Int) {
    #expect(RecordCoding.paddedMetadataByteCount(byteCount) == padded)
  }

  @Test(arguments: [
    // up to 512: steps of 32
    (0, 32), (1, 32), (31, 32), (32, 64), (63, 64), (64, 96), (479, 480), (480, 512), (511, 512),
    // up to 4,096: steps of 128
    (512, 640), (639, 640), (640, 768), (767, 768), (3_967, 3_968), (3_968, 4_096), (4_095, 4_096),
    // above: steps of 512
    (4_096, 4_608), (4_607, 4_608), (4_608, 5_120), (5_119, 5_120), (16 << 20, (16 << 20) + 512),
  ])
  func `a secret is padded to 32, 128 or 512`(byteCount: Int, padded: Int) {
    #expect(RecordCoding.paddedSecretByteCount(byteCount) == padded)
  }

  @Test func `padding has at least one byte, never shrinks, and has few sizes`() {
    var sizes: Set<Int> = []
    var last = 0
    for byteCount in 0...20_000 {
      let metadata = RecordCoding.paddedMetadataByteCount(byteCount)
      #expect(metadata > byteCount && metadata <= byteCount + 32 && metadata % 32 == 0)
      let secret = RecordCoding.paddedSecretByteCount(byteCount)
      let step = secret <= 512 ? 32 : secret <= 4_096 ? 128 : 512
      #expect(secret > byteCount && secret <= byteCount + 512 && secret % step == 0 && secret >= last)
      last = secret
      sizes.insert(secret)
    }
    // 16 of 32 up to 512, 28 of 128 up to 4,096, 32 of 512 up to 20,480
    #expect(sizes.count == 16 + 28 + 32)
  }

  @Test func `padding is 0x80 and zeros`() {
    let written = Records.written(32) { writer in
      writer.append([1, 2, 3])
      RecordCoding.appendPadding(upTo: 32, to: &writer)
    }
    #expect(written == [1, 2, 3, 0x80] + [UInt8](repeating: 0, count: 28))
  }

  @Test func `the limits are 1 MiB of metadata and 16 MiB of secret`() {
    #expect(RecordCoding.metadataLimit == 1_048_576)
    #expect(RecordCoding.secretLimit == 16_777_216)
  }
}
