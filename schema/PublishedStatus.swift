/// A status code of the published headers: its number, its name, and one sentence.
///
/// A call here ends with a `Status`. Programs name and print the others as well: each has its sentence.
/// - Source: SecBase.h and SecBasePriv.h, names and numbers restated as facts.
package struct PublishedStatus: Sendable {
  /// The number; no two have the same.
  package let number: Int32
  /// The published name, such as `errSecNotTrusted`.
  package let name: String
  /// One English sentence.
  package let message: String

  /// A row of the tables beside.
  init(_ number: Int32, _ name: String, _ message: String) {
    self.number = number
    self.name = name
    self.message = message
  }

  private init(_ status: Status) {
    self.init(status.rawValue, status.name, status.message)
  }

  /// Every code once: first those that calls here end with.
  package static let all =
    Status.allCases.map(Self.init) + keychains + certificates + modules + algorithms + authorities

  /// The code with this number, or nil where none is published.
  package static func numbered(_ number: Int32) -> PublishedStatus? {
    byNumber[number]
  }

  private static let byNumber = Dictionary(uniqueKeysWithValues: all.map { ($0.number, $0) })
}

extension PublishedStatus {
  // swift-format-ignore
  /// Second names, each with the first name for the same number.
  package static let aliases: [(name: String, original: String)] = [
    ("errSecDskFull", "errSecDiskFull"),
    ("errSecInvalidCertificate", "errSecDecode"),
    ("errSecInvalidKey", "errSecDecode"),
    ("errSecUnsupportedAlgorithm", "errSecUnimplemented"),
    ("errSecUnsupportedOperation", "errSecUnimplemented"),
    ("errSecUnsupportedPadding", "errSecParam"),
    ("errSecItemInvalidKey", "errSecParam"),
    ("errSecItemInvalidKeyType", "errSecParam"),
    ("errSecItemInvalidValue", "errSecParam"),
    ("errSecItemClassMissing", "errSecParam"),
    ("errSecItemMatchUnsupported", "errSecParam"),
    ("errSecUseItemListUnsupported", "errSecParam"),
    ("errSecUseKeychainUnsupported", "errSecParam"),
    ("errSecUseKeychainListUnsupported", "errSecParam"),
    ("errSecReturnDataUnsupported", "errSecParam"),
    ("errSecReturnAttributesUnsupported", "errSecParam"),
    ("errSecReturnRefUnsupported", "errSecParam"),
    ("errSecReturnPersitentRefUnsupported", "errSecParam"),
    ("errSecValueRefUnsupported", "errSecParam"),
    ("errSecValuePersistentRefUnsupported", "errSecParam"),
    ("errSecReturnMissingPointer", "errSecParam"),
    ("errSecMatchLimitUnsupported", "errSecParam"),
    ("errSecItemIllegalQuery", "errSecParam"),
    ("errSecTimedOut", "errSecPeersNotAvailable"),
    ("errSecInvaldCRLAuthority", "errSecInvalidCRLAuthority"),
    ("errSecInvalidTupleCredendtials", "errSecInvalidTupleCredentials"),
  ]
}
