/// The status codes a call can end with, by their published numbers.
///
/// A new status is a case and a row. The codes that no call ends with are in `PublishedStatus`.
/// - Source: SecBase.h, restated as facts.
public enum Status: Int32, CaseIterable, Sendable {
  /// `errSecSuccess`: it is done.
  case success = 0
  /// `errSecUnimplemented`: a match key that items of this class have no answer for.
  case unimplemented = -4
  /// `errSecDiskFull`: the disk is full.
  case diskFull = -34
  /// `errSecIO`: reading or writing failed.
  case inputOutput = -36
  /// `errSecParam`: a key, a value or a combination that the call does not take.
  case parameter = -50
  /// `errSecAllocate`: there is not enough memory.
  case allocate = -108
  /// `errSecUserCanceled`: the person who was asked declined.
  case userCanceled = -128
  /// `errSecBadReq`: it does not fit the state that the keychain or the item is in.
  case badRequest = -909
  /// `errSecInternalComponent`: a part of the keychain failed.
  case internalComponent = -2070
  /// `errSecNotAvailable`: the keychain cannot be used now.
  case notAvailable = -25291
  /// `errSecReadOnly`: the keychain may be read, and not written.
  case readOnly = -25292
  /// `errSecAuthFailed`: the passphrase is wrong, or what the item asks for cannot be given.
  case authenticationFailed = -25293
  /// `errSecNoSuchKeychain`: there is no keychain there.
  case noSuchKeychain = -25294
  /// `errSecInvalidKeychain`: what is there is no keychain.
  case invalidKeychain = -25295
  /// `errSecDuplicateKeychain`: something is there already.
  case duplicateKeychain = -25296
  /// `errSecDuplicateItem`: an item with this identity exists.
  case duplicateItem = -25299
  /// `errSecItemNotFound`: no item matches.
  case itemNotFound = -25300
  /// `errSecNoSuchAttr`: items of the class have no such attribute.
  case noSuchAttribute = -25303
  /// `errSecInvalidItemRef`: what the reference names is gone.
  case invalidItemReference = -25304
  /// `errSecNoSuchClass`: there is no such class of items.
  case noSuchClass = -25306
  /// `errSecNoDefaultKeychain`: nothing says where the default keychain lies.
  case noDefaultKeychain = -25307
  /// `errSecInteractionNotAllowed`: the key is not in memory, or somebody would have to be asked.
  case interactionNotAllowed = -25308
  /// `errSecAuthNeeded`: an authentication is missing.
  case authenticationNeeded = -25330
  /// `errSecDecode`: a number that no query can hold.
  case decode = -26275
  /// `errSecInternal`: a state that should not exist.
  case `internal` = -26276
  /// `errSecMissingEntitlement`: a rule forbids it to this caller.
  case missingEntitlement = -34018
  /// `errSecUpgradePending`: a newer version wrote it.
  case upgradePending = -34019
  /// `errSecRestrictedAPI`: an app clip may not do this.
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
