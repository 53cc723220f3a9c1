/// The status codes a call can end with, by their published numbers.
///
/// A new status is a case and a row; nothing else in the project lists codes.
/// - Source: SecBase.h, restated as facts.
public enum Status: Int32, CaseIterable, Sendable {
  case success = 0
  case unimplemented = -4
  case diskFull = -34
  case inputOutput = -36
  case parameter = -50
  case allocate = -108
  case userCanceled = -128
  case badRequest = -909
  case internalComponent = -2070
  case notAvailable = -25291
  case readOnly = -25292
  case authenticationFailed = -25293
  case noSuchKeychain = -25294
  case invalidKeychain = -25295
  case duplicateKeychain = -25296
  case duplicateItem = -25299
  case itemNotFound = -25300
  case noSuchAttribute = -25303
  case invalidItemReference = -25304
  case noSuchClass = -25306
  case noDefaultKeychain = -25307
  case interactionNotAllowed = -25308
  case authenticationNeeded = -25330
  case decode = -26275
  case `internal` = -26276
  case missingEntitlement = -34018
  case upgradePending = -34019
  case restrictedAPI = -34020
}

extension Status {
  /// The published name, such as `errSecParam`.
  public var name: String { row.name }

  /// One English sentence. Those that programs compare stand letter for letter; the others are ours.
  public var message: String { row.message }

  // swift-format-ignore
  private var row: (name: String, message: String) {
    switch self {
    case .success: ("errSecSuccess", "No error.")
    case .unimplemented: ("errSecUnimplemented", "This is not implemented for this class of items.")
    case .diskFull: ("errSecDiskFull", "The disk is full.")
    case .inputOutput: ("errSecIO", "Reading or writing the keychain failed.")
    case .parameter: ("errSecParam", "One or more parameters passed to a function were not valid.")
    case .allocate: ("errSecAllocate", "There is not enough memory.")
    case .userCanceled: ("errSecUserCanceled", "User canceled the operation.")
    case .badRequest: ("errSecBadReq", "The request does not fit the state the keychain is in.")
    case .internalComponent: ("errSecInternalComponent", "A component of the keychain failed.")
    case .notAvailable: ("errSecNotAvailable", "No keychain is available.")
    case .readOnly: ("errSecReadOnly", "This keychain cannot be modified.")
    case .authenticationFailed: ("errSecAuthFailed", "The user name or passphrase you entered is not correct.")
    case .noSuchKeychain: ("errSecNoSuchKeychain", "The specified keychain could not be found.")
    case .invalidKeychain: ("errSecInvalidKeychain", "The specified keychain is not a valid keychain file.")
    case .duplicateKeychain: ("errSecDuplicateKeychain", "A keychain with the same name already exists.")
    case .duplicateItem: ("errSecDuplicateItem", "The specified item already exists in the keychain.")
    case .itemNotFound: ("errSecItemNotFound", "The specified item could not be found in the keychain.")
    case .noSuchAttribute: ("errSecNoSuchAttr", "Items of this class have no such attribute.")
    case .invalidItemReference: ("errSecInvalidItemRef", "The item is no longer valid.")
    case .noSuchClass: ("errSecNoSuchClass", "There is no such class of items.")
    case .noDefaultKeychain: ("errSecNoDefaultKeychain", "A default keychain could not be found.")
    case .interactionNotAllowed: ("errSecInteractionNotAllowed", "User interaction is not allowed.")
    case .authenticationNeeded: ("errSecAuthNeeded", "Authentication is needed.")
    case .decode: ("errSecDecode", "Unable to decode the provided data.")
    case .internal: ("errSecInternal", "The keychain met a state that should not exist.")
    case .missingEntitlement: ("errSecMissingEntitlement", "A required entitlement isn't present.")
    case .upgradePending: ("errSecUpgradePending", "This was written by a newer version of the keychain.")
    case .restrictedAPI: ("errSecRestrictedAPI", "An app clip may not do this.")
    }
  }
}
