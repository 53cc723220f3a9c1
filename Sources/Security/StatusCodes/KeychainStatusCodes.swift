// What keychains and their items end with. The sentences are those of the schema's table.

/// No error.
public var errSecSuccess: OSStatus { 0 }
/// This is not implemented for this class of items.
public var errSecUnimplemented: OSStatus { -4 }
/// The disk is full.
public var errSecDiskFull: OSStatus { -34 }
/// Reading or writing the keychain failed.
public var errSecIO: OSStatus { -36 }
/// The file is already open for writing.
public var errSecOpWr: OSStatus { -49 }
/// One or more parameters passed to a function were not valid.
public var errSecParam: OSStatus { -50 }
/// The file may not be written.
public var errSecWrPerm: OSStatus { -61 }
/// There is not enough memory.
public var errSecAllocate: OSStatus { -108 }
/// User canceled the operation.
public var errSecUserCanceled: OSStatus { -128 }
/// The request does not fit the state the keychain is in.
public var errSecBadReq: OSStatus { -909 }
/// A component of the keychain failed.
public var errSecInternalComponent: OSStatus { -2070 }
/// A call to Core Foundation failed for an unknown reason.
public var errSecCoreFoundationUnknown: OSStatus { -4960 }
/// The access control list has more than the simple form can show.
public var errSecACLNotSimple: OSStatus { -25240 }
/// There is no such policy.
public var errSecPolicyNotFound: OSStatus { -25241 }
/// A trust setting makes no sense.
public var errSecInvalidTrustSetting: OSStatus { -25242 }
/// The item has no access control list.
public var errSecNoAccessForItem: OSStatus { -25243 }
/// The owner of the item cannot be changed this way.
public var errSecInvalidOwnerEdit: OSStatus { -25244 }
/// Trust has not been evaluated.
public var errSecTrustNotAvailable: OSStatus { -25245 }
/// Files of this format cannot be imported or exported.
public var errSecUnsupportedFormat: OSStatus { -25256 }
/// The format of the file is unknown.
public var errSecUnknownFormat: OSStatus { -25257 }
/// The key leaves the keychain wrapped only.
public var errSecKeyIsSensitive: OSStatus { -25258 }
/// The file holds more than one private key.
public var errSecMultiplePrivKeys: OSStatus { -25259 }
/// The file needs a passphrase.
public var errSecPassphraseRequired: OSStatus { -25260 }
/// The reference to a password is no longer valid.
public var errSecInvalidPasswordRef: OSStatus { -25261 }
/// The record of trust settings is damaged.
public var errSecInvalidTrustSettings: OSStatus { -25262 }
/// There are no trust settings.
public var errSecNoTrustSettings: OSStatus { -25263 }
/// The PKCS #12 file is damaged, or its passphrase is another.
public var errSecPkcs12VerifyFailure: OSStatus { -25264 }
/// No keychain is available.
public var errSecNotAvailable: OSStatus { -25291 }
/// This keychain cannot be modified.
public var errSecReadOnly: OSStatus { -25292 }
/// The user name or passphrase you entered is not correct.
public var errSecAuthFailed: OSStatus { -25293 }
/// The specified keychain could not be found.
public var errSecNoSuchKeychain: OSStatus { -25294 }
/// The specified keychain is not a valid keychain file.
public var errSecInvalidKeychain: OSStatus { -25295 }
/// A keychain with the same name already exists.
public var errSecDuplicateKeychain: OSStatus { -25296 }
/// The callback is registered already.
public var errSecDuplicateCallback: OSStatus { -25297 }
/// There is no such callback.
public var errSecInvalidCallback: OSStatus { -25298 }
/// The specified item already exists in the keychain.
public var errSecDuplicateItem: OSStatus { -25299 }
/// The specified item could not be found in the keychain.
public var errSecItemNotFound: OSStatus { -25300 }
/// The buffer is too small for the result.
public var errSecBufferTooSmall: OSStatus { -25301 }
/// The data is larger than the call takes.
public var errSecDataTooLarge: OSStatus { -25302 }
/// Items of this class have no such attribute.
public var errSecNoSuchAttr: OSStatus { -25303 }
/// The item is no longer valid.
public var errSecInvalidItemRef: OSStatus { -25304 }
/// The search is no longer valid.
public var errSecInvalidSearchRef: OSStatus { -25305 }
/// There is no such class of items.
public var errSecNoSuchClass: OSStatus { -25306 }
/// A default keychain could not be found.
public var errSecNoDefaultKeychain: OSStatus { -25307 }
/// User interaction is not allowed.
public var errSecInteractionNotAllowed: OSStatus { -25308 }
/// The attribute may be read, and not written.
public var errSecReadOnlyAttr: OSStatus { -25309 }
/// The version is not the one that was expected.
public var errSecWrongSecVersion: OSStatus { -25310 }
/// Keys of this size are not allowed.
public var errSecKeySizeNotAllowed: OSStatus { -25311 }
/// There is no module for storage.
public var errSecNoStorageModule: OSStatus { -25312 }
/// There is no module for certificates.
public var errSecNoCertificateModule: OSStatus { -25313 }
/// There is no module for policies.
public var errSecNoPolicyModule: OSStatus { -25314 }
/// Somebody would have to be asked.
public var errSecInteractionRequired: OSStatus { -25315 }
/// The item's data is out of reach.
public var errSecDataNotAvailable: OSStatus { -25316 }
/// The item's data cannot be changed.
public var errSecDataNotModifiable: OSStatus { -25317 }
/// A chain of certificates cannot be completed.
public var errSecCreateChainFailed: OSStatus { -25318 }
/// There is no such domain of preferences.
public var errSecInvalidPrefsDomain: OSStatus { -25319 }
/// Nobody can be asked while the machine sleeps lightly.
public var errSecInDarkWake: OSStatus { -25320 }
/// The signature of a message between devices does not verify.
public var errSecMPSignatureInvalid: OSStatus { -25327 }
/// A message between devices came too late to be read.
public var errSecOTRTooOld: OSStatus { -25328 }
/// A message between devices names a key that is not there yet.
public var errSecOTRIDTooNew: OSStatus { -25329 }
/// Authentication is needed.
public var errSecAuthNeeded: OSStatus { -25330 }
/// A session between devices is still being negotiated.
public var errSecOTRNotReady: OSStatus { -25331 }
/// This device has no identifier to send messages with.
public var errSecDeviceIDNeeded: OSStatus { -25332 }
/// This device is not registered for messages between devices.
public var errSecIDSNotRegistered: OSStatus { -25333 }
/// A message between devices could not be sent.
public var errSecFailedToSendIDSMessage: OSStatus { -25334 }
/// No device of the account has this identifier.
public var errSecDeviceIDNoMatch: OSStatus { -25335 }
/// No other device can be reached.
public var errSecPeersNotAvailable: OSStatus { -25336 }
/// There is no text for this error.
public var errSecErrorStringNotAvailable: OSStatus { -25337 }
/// The certificate was signed by another issuer.
public var errSecNotSigner: OSStatus { -26267 }
/// A policy does not accept the chain of certificates.
public var errSecPolicyDenied: OSStatus { -26270 }
/// Unable to decode the provided data.
public var errSecDecode: OSStatus { -26275 }
/// The keychain met a state that should not exist.
public var errSecInternal: OSStatus { -26276 }
/// The result comes with the callback.
public var errSecWaitForCallback: OSStatus { -34017 }
/// A required entitlement isn't present.
public var errSecMissingEntitlement: OSStatus { -34018 }
/// This was written by a newer version of the keychain.
public var errSecUpgradePending: OSStatus { -34019 }
/// An app clip may not do this.
public var errSecRestrictedAPI: OSStatus { -34020 }
