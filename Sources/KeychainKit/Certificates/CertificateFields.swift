/// What match keys ask of a certificate, read from its bytes.
///
/// Nothing is verified: a signature least of all. Who matches is found, not trusted.
/// - Source: RFC 5280, sections 4.1 and 4.2.1.6.
package struct CertificateFields {
  /// The issuer's name in DER.
  package let issuer: [UInt8]
  /// From when it is valid, in seconds since 2001-01-01 UTC.
  package let validFrom: Double
  /// The last moment at which it is.
  package let validUntil: Double
  /// The e-mail addresses of the subject's name and of the alternative names, as their bytes.
  package let emailAddresses: [[UInt8]]

  /// Reads a certificate; nil where the bytes are none.
  package init?(_ bytes: [UInt8]) {
    do {
      try self.init(reading: bytes)
    } catch {
      // What does not read as a certificate has none of what is asked.
      return nil
    }
  }

  private init(reading bytes: [UInt8]) throws(DERReader.Malformed) {
    var file = DERReader(bytes[...])
    var certificate = try file.enter(DERReader.Tag.sequence)
    try file.checkEnd()
    var body = try certificate.enter(DERReader.Tag.sequence)
    _ = try certificate.next(DERReader.Tag.sequence)
    _ = try certificate.next()
    try certificate.checkEnd()

    if body.nextTag == DERReader.Tag.explicit(0) { _ = try body.next() }
    _ = try body.next(DERReader.Tag.integer)
    _ = try body.next(DERReader.Tag.sequence)
    issuer = Array(try body.next(DERReader.Tag.sequence).whole)
    var validity = try body.enter(DERReader.Tag.sequence)
    validFrom = try CertificateTime(validity.next()).seconds
    validUntil = try CertificateTime(validity.next()).seconds
    try validity.checkEnd()
    var addresses = try Self.addresses(ofName: body.enter(DERReader.Tag.sequence))
    _ = try body.next(DERReader.Tag.sequence)
    while !body.isAtEnd {
      let part = try body.next()
      guard part.tag == DERReader.Tag.explicit(3) else { continue }
      addresses += try Self.alternativeAddresses(DERReader(part.content))
    }
    emailAddresses = addresses
  }

  /// Whether it is valid at a moment in seconds since 2001-01-01 UTC; both ends count.
  package func isValid(at seconds: Double) -> Bool {
    validFrom <= seconds && seconds <= validUntil
  }

  /// Whether the bytes have the form of a name: one sequence and nothing after it.
  static func isName(_ bytes: [UInt8]) -> Bool {
    var reader = DERReader(bytes[...])
    do {
      var parts = try reader.enter(DERReader.Tag.sequence)
      try reader.checkEnd()
      while !parts.isAtEnd { _ = try parts.next(DERReader.Tag.set) }
      return true
    } catch {
      return false
    }
  }
}

extension CertificateFields {
  /// The object identifiers that are looked for, as their content bytes.
  private enum ObjectIdentifier {
    /// 1.2.840.113549.1.9.1, the address in a subject's name.
    static let emailAddress: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x01]
    /// 2.5.29.17, the extension of alternative names.
    static let alternativeNames: [UInt8] = [0x55, 0x1D, 0x11]
  }

  private static func addresses(ofName reader: DERReader) throws(DERReader.Malformed) -> [[UInt8]] {
    var reader = reader
    var addresses: [[UInt8]] = []
    while !reader.isAtEnd {
      var parts = try reader.enter(DERReader.Tag.set)
      while !parts.isAtEnd {
        var part = try parts.enter(DERReader.Tag.sequence)
        let name = try part.next(DERReader.Tag.identifier)
        let value = try part.next()
        try part.checkEnd()
        guard name.content.elementsEqual(ObjectIdentifier.emailAddress) else { continue }
        switch value.tag {
        case DERReader.Tag.asciiText, DERReader.Tag.utf8Text, DERReader.Tag.printableText:
          addresses.append(Array(value.content))
        default: break
        }
      }
    }
    return addresses
  }

  private static func alternativeAddresses(_ reader: DERReader) throws(DERReader.Malformed) -> [[UInt8]] {
    var reader = reader
    var extensions = try reader.enter(DERReader.Tag.sequence)
    try reader.checkEnd()
    var addresses: [[UInt8]] = []
    while !extensions.isAtEnd {
      var part = try extensions.enter(DERReader.Tag.sequence)
      let name = try part.next(DERReader.Tag.identifier)
      if part.nextTag == DERReader.Tag.boolean { _ = try part.next() }
      var value = DERReader(try part.next(DERReader.Tag.octets).content)
      try part.checkEnd()
      guard name.content.elementsEqual(ObjectIdentifier.alternativeNames) else { continue }
      var names = try value.enter(DERReader.Tag.sequence)
      try value.checkEnd()
      while !names.isAtEnd {
        let name = try names.next()
        if name.tag == DERReader.Tag.implicit(1) { addresses.append(Array(name.content)) }
      }
    }
    return addresses
  }
}
