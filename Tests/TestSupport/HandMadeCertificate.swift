/// A certificate put together by hand: well formed, with a key and a signature that mean nothing.
package struct HandMadeCertificate {
  package var issuer: [UInt8]
  package var subject: [UInt8]
  package var validFrom: [UInt8]
  package var validUntil: [UInt8]
  /// The address in the subject's name, with the tag of its text.
  package var subjectAddress: (tag: UInt8, text: String)?
  package var alternativeAddresses: [String]
  package var hasVersion: Bool

  package init(
    issuer: [UInt8] = Self.name("Root"), subject: [UInt8] = Self.name("Ada"),
    validFrom: [UInt8] = Self.time("240101000000Z"), validUntil: [UInt8] = Self.time("261231235959Z"),
    subjectAddress: (tag: UInt8, text: String)? = nil, alternativeAddresses: [String] = [], hasVersion: Bool = true
  ) {
    self.issuer = issuer
    self.subject = subject
    self.validFrom = validFrom
    self.validUntil = validUntil
    self.subjectAddress = subjectAddress
    self.alternativeAddresses = alternativeAddresses
    self.hasVersion = hasVersion
  }

  package var bytes: [UInt8] {
    var body: [[UInt8]] = []
    if hasVersion { body.append(der(0xA0, [der(0x02, [[2]])])) }
    body += [
      der(0x02, [[0x01, 0x23]]), Self.algorithm, issuer, der(0x30, [validFrom, validUntil]), wholeSubject,
      der(0x30, [Self.algorithm, der(0x03, [[0, 1, 2, 3]])]),
    ]
    if hasVersion { body.append(der(0xA3, [der(0x30, extensions)])) }
    return der(0x30, [der(0x30, body), Self.algorithm, der(0x03, [[0], [UInt8](repeating: 0xA5, count: 64)])])
  }

  private var extensions: [[UInt8]] {
    // A critical constraint, so that the optional boolean occurs.
    var extensions = [
      der(0x30, [der(0x06, [[0x55, 0x1D, 0x13]]), der(0x01, [[0xFF]]), der(0x04, [der(0x30, [])])])
    ]
    if !alternativeAddresses.isEmpty {
      // A host among the addresses.
      let names = [der(0x82, [Array("ada.example".utf8)])] + alternativeAddresses.map { der(0x81, [Array($0.utf8)]) }
      extensions.append(der(0x30, [der(0x06, [[0x55, 0x1D, 0x11]]), der(0x04, [der(0x30, names)])]))
    }
    return extensions
  }

  private var wholeSubject: [UInt8] {
    guard let subjectAddress else { return subject }
    let address = der(
      0x30,
      [
        der(0x06, [[0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x01]]),
        der(subjectAddress.tag, [Array(subjectAddress.text.utf8)]),
      ])
    return der(0x30, [der(0x31, [address])])
  }

  private static let algorithm = der(0x30, [der(0x06, [[0x2B, 0x65, 0x70]])])

  /// A name of one part.
  package static func name(_ text: String) -> [UInt8] {
    der(0x30, [der(0x31, [der(0x30, [der(0x06, [[0x55, 0x04, 0x03]]), der(0x0C, [Array(text.utf8)])])])])
  }

  /// A time as its digits say: short up to 2049, long from then on.
  package static func time(_ digits: String) -> [UInt8] {
    der(digits.utf8.count == 13 ? 0x17 : 0x18, [Array(digits.utf8)])
  }
}

/// A DER value with this content.
package func der(_ tag: UInt8, _ parts: [[UInt8]]) -> [UInt8] {
  let content = parts.flatMap(\.self)
  switch content.count {
  case ..<0x80: return [tag, UInt8(content.count)] + content
  case ..<0x100: return [tag, 0x81, UInt8(content.count)] + content
  default: return [tag, 0x82, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
  }
}
