import Foundation
import KeychainKit
import Security
import TestSupport

extension FuzzTarget {
  /// Certificates, as anybody makes them.
  static let certificate = FuzzTarget(
    name: "certificate",
    seeds: {
      var certificate = HandMadeCertificate()
      certificate.alternativeAddresses = ["ada@example.org", "bob@example.org"]
      certificate.subjectAddress = (0x16, "eve@example.org")
      var old = HandMadeCertificate()
      old.hasVersion = false
      old.validUntil = HandMadeCertificate.time("20991231235959Z")
      return [certificate.bytes, old.bytes]
    },
    make: {
      { bytes in
        guard let fields = CertificateFields(bytes) else { return }
        _ = fields.isValid(at: 0)
        require(fields.issuer.count <= bytes.count, "a name longer than its certificate")
      }
    })

  /// The property list beside a program, in any of its forms.
  static let entitlements = FuzzTarget(
    name: "entitlements",
    seeds: {
      let entitlements: [String: Any] = [
        "keychain-access-groups": ["a", "b"], "application-identifier": "a.b", "get-task-allow": true, "n": 7,
      ]
      return try [.xml, .binary].map { (format: PropertyListSerialization.PropertyListFormat) in
        [UInt8](try PropertyListSerialization.data(fromPropertyList: entitlements, format: format, options: 0))
      } + [Array("{ \"keychain-access-groups\" = (a, b); }".utf8)]
    },
    make: {
      let folder = try TemporaryFolder(inMemory: true)
      return { bytes in
        do {
          let path = try folder.write(bytes, to: "program.entitlements")
          let caller = Caller(entitlements: try EntitlementsFile(path: path).entitlements())
          _ = caller.accessGroups
        } catch {}
      }
    })
}
