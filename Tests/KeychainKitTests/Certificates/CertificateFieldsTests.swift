import Foundation
import KeychainKit
import TestSupport
import Testing

@Suite("certificates: what is read from the bytes") struct CertificateFieldsTests {
  private static var samples: [HandMadeCertificate] {
    [
      HandMadeCertificate(),
      HandMadeCertificate(
        subjectAddress: (0x16, "ada@example.org"), alternativeAddresses: ["a@b.example", "second@b.example"]),
      HandMadeCertificate(
        validFrom: HandMadeCertificate.time("19500101000000Z"), validUntil: HandMadeCertificate.time("99991231235959Z"),
        subjectAddress: (0x0C, "ada@example.org"), hasVersion: false),
      // Long enough for lengths of two bytes.
      HandMadeCertificate(alternativeAddresses: (0..<9).map { "person-\($0)@long.domain.example" }),
    ]
  }

  @Test func `issuer, validity and addresses are read`() throws {
    var certificate = HandMadeCertificate()
    certificate.subjectAddress = (0x13, "Ada@Example.org")
    certificate.alternativeAddresses = ["a@b.example"]
    let fields = try #require(CertificateFields(certificate.bytes))
    #expect(fields.issuer == HandMadeCertificate.name("Root"))
    #expect(fields.emailAddresses.map { String(decoding: $0, as: UTF8.self) } == ["Ada@Example.org", "a@b.example"])
    let formatter = ISO8601DateFormatter()
    #expect(fields.validFrom == formatter.date(from: "2024-01-01T00:00:00Z")?.timeIntervalSinceReferenceDate)
    #expect(fields.validUntil == formatter.date(from: "2026-12-31T23:59:59Z")?.timeIntervalSinceReferenceDate)
  }

  @Test(arguments: [
    ("500101000000Z", -1_609_459_200.0), ("491231235959Z", 1_546_300_799), ("20010101000000Z", 0),
    ("20000229120000Z", -26_481_600), ("000301000000Z", -26_438_400), ("19000301000000Z", -3_182_198_400),
    ("99991231235959Z", 252_423_993_599),
  ])
  func `a time is counted from 2001`(digits: String, seconds: Double) throws {
    var certificate = HandMadeCertificate()
    certificate.validFrom = HandMadeCertificate.time(digits)
    #expect(try #require(CertificateFields(certificate.bytes)).validFrom == seconds)
  }

  @Test(arguments: [
    "240230000000Z", "230229000000Z", "19000229000000Z", "241301000000Z", "240001000000Z", "240100000000Z",
    "240101240000Z",
    "240101006000Z", "240101000060Z", "2401010000Z", "240101000000+", "24010100000aZ", "", "Z", "2401010000000000Z",
  ])
  func `what is no time makes no certificate`(digits: String) {
    var certificate = HandMadeCertificate()
    certificate.validUntil = HandMadeCertificate.time(digits)
    #expect(CertificateFields(certificate.bytes) == nil)
  }

  @Test func `every certificate that is cut short is none`() {
    for bytes in Self.samples.map(\.bytes) {
      for count in 0..<bytes.count { #expect(CertificateFields(Array(bytes[..<count])) == nil) }
      #expect(CertificateFields(bytes + [0]) == nil)
      #expect(CertificateFields(bytes) != nil)
    }
  }

  @Test func `every flipped bit is survived, and addresses lie within the certificate`() {
    for bytes in Self.samples.map(\.bytes) {
      for position in bytes.indices {
        for bit in 0..<8 {
          var changed = bytes
          changed[position] ^= 1 << bit
          guard let fields = CertificateFields(changed) else { continue }
          #expect(fields.validFrom.isFinite && fields.validUntil.isFinite)
          #expect(fields.emailAddresses.allSatisfy { $0.isEmpty || changed.firstRange(of: $0) != nil })
          #expect(changed.firstRange(of: fields.issuer) != nil)
        }
      }
    }
  }

  @Test(
    arguments: [
      // A length without end, one longer than needed, one beyond the bytes, one of five bytes, a tag of two bytes.
      [0x30, 0x80, 0, 0], [0x30, 0x81, 0x01, 0], [0x30, 0x7F], [0x30, 0x85, 0, 0, 0, 0, 1, 0], [0x3F, 0x01, 0x00],
      [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x30], [], [0x05, 0],
    ] as [[UInt8]])
  func `bytes that are no DER are no certificate`(bytes: [UInt8]) {
    #expect(CertificateFields(bytes) == nil)
  }
}
