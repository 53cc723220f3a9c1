// Second names, as published. A text for one of these numbers is that of the first name.

/// `errSecDiskFull`, misspelt.
public var errSecDskFull: OSStatus { errSecDiskFull }
/// `errSecDecode`, of a certificate.
public var errSecInvalidCertificate: OSStatus { errSecDecode }
/// `errSecDecode`, of a key.
public var errSecInvalidKey: OSStatus { errSecDecode }
/// `errSecUnimplemented`, of an algorithm.
public var errSecUnsupportedAlgorithm: OSStatus { errSecUnimplemented }
/// `errSecUnimplemented`, of what a key is asked to do.
public var errSecUnsupportedOperation: OSStatus { errSecUnimplemented }
/// `errSecParam`, of a padding.
public var errSecUnsupportedPadding: OSStatus { errSecParam }
/// `errSecParam`, of a key that no dictionary has.
public var errSecItemInvalidKey: OSStatus { errSecParam }
/// `errSecParam`, of a key that is neither text nor a number.
public var errSecItemInvalidKeyType: OSStatus { errSecParam }
/// `errSecParam`, of a value that does not fit its key.
public var errSecItemInvalidValue: OSStatus { errSecParam }
/// `errSecParam`, of a dictionary without a class.
public var errSecItemClassMissing: OSStatus { errSecParam }
/// `errSecParam`, of a match key where none is taken.
public var errSecItemMatchUnsupported: OSStatus { errSecParam }
/// `errSecParam`, of `kSecUseItemList` where it is not taken.
public var errSecUseItemListUnsupported: OSStatus { errSecParam }
/// `errSecParam`, of a keychain where none is taken.
public var errSecUseKeychainUnsupported: OSStatus { errSecParam }
/// `errSecParam`, of a list of keychains where none is taken.
public var errSecUseKeychainListUnsupported: OSStatus { errSecParam }
/// `errSecParam`, of `kSecReturnData` where it is not taken.
public var errSecReturnDataUnsupported: OSStatus { errSecParam }
/// `errSecParam`, of `kSecReturnAttributes` where it is not taken.
public var errSecReturnAttributesUnsupported: OSStatus { errSecParam }
/// `errSecParam`, of `kSecReturnRef` where it is not taken.
public var errSecReturnRefUnsupported: OSStatus { errSecParam }
/// `errSecParam`, of `kSecReturnPersistentRef` where it is not taken.
public var errSecReturnPersitentRefUnsupported: OSStatus { errSecParam }
/// `errSecParam`, of `kSecValueRef` where it is not taken.
public var errSecValueRefUnsupported: OSStatus { errSecParam }
/// `errSecParam`, of `kSecValuePersistentRef` where it is not taken.
public var errSecValuePersistentRefUnsupported: OSStatus { errSecParam }
/// `errSecParam`, of a result that has nowhere to go.
public var errSecReturnMissingPointer: OSStatus { errSecParam }
/// `errSecParam`, of `kSecMatchLimit` where it is not taken.
public var errSecMatchLimitUnsupported: OSStatus { errSecParam }
/// `errSecParam`, of a dictionary with too many keys.
public var errSecItemIllegalQuery: OSStatus { errSecParam }
/// `errSecPeersNotAvailable`, of a device that did not answer in time.
public var errSecTimedOut: OSStatus { errSecPeersNotAvailable }
/// `errSecInvalidCRLAuthority`, misspelt.
public var errSecInvaldCRLAuthority: OSStatus { errSecInvalidCRLAuthority }
/// `errSecInvalidTupleCredentials`, misspelt.
public var errSecInvalidTupleCredendtials: OSStatus { errSecInvalidTupleCredentials }
