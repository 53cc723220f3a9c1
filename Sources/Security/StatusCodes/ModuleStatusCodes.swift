// What cryptographic modules and their databases end with. The sentences are those of the schema's table.

/// The library has not been set up.
public var errSecNotInitialized: OSStatus { -67667 }
/// The handle is for other uses.
public var errSecInvalidHandleUsage: OSStatus { -67668 }
/// The caller's module is not registered.
public var errSecPVCReferentNotFound: OSStatus { -67669 }
/// The address of a function does not lie in its module.
public var errSecFunctionIntegrityFail: OSStatus { -67670 }
/// A module failed inside.
public var errSecInternalError: OSStatus { -67671 }
/// A module could not get memory.
public var errSecMemoryError: OSStatus { -67672 }
/// The data makes no sense.
public var errSecInvalidData: OSStatus { -67673 }
/// The directory of modules failed.
public var errSecMDSError: OSStatus { -67674 }
/// The pointer points nowhere.
public var errSecInvalidPointer: OSStatus { -67675 }
/// The module failed its test of itself.
public var errSecSelfCheckFailed: OSStatus { -67676 }
/// The function failed.
public var errSecFunctionFailed: OSStatus { -67677 }
/// The module's manifest does not verify.
public var errSecModuleManifestVerifyFailed: OSStatus { -67678 }
/// No module has this identifier.
public var errSecInvalidGUID: OSStatus { -67679 }
/// There is no such handle.
public var errSecInvalidHandle: OSStatus { -67680 }
/// The list of databases makes no sense.
public var errSecInvalidDBList: OSStatus { -67681 }
/// The module has no such private function.
public var errSecInvalidPassthroughID: OSStatus { -67682 }
/// The network address makes no sense.
public var errSecInvalidNetworkAddress: OSStatus { -67683 }
/// The revocation list is signed already.
public var errSecCRLAlreadySigned: OSStatus { -67684 }
/// There are too many or too few fields.
public var errSecInvalidNumberOfFields: OSStatus { -67685 }
/// The verification failed.
public var errSecVerificationFailure: OSStatus { -67686 }
/// The tag is unknown.
public var errSecUnknownTag: OSStatus { -67687 }
/// The signature does not verify.
public var errSecInvalidSignature: OSStatus { -67688 }
/// The name makes no sense.
public var errSecInvalidName: OSStatus { -67689 }
/// The reference names no certificate.
public var errSecInvalidCertificateRef: OSStatus { -67690 }
/// The group of certificates makes no sense.
public var errSecInvalidCertificateGroup: OSStatus { -67691 }
/// There is no such tag.
public var errSecTagNotFound: OSStatus { -67692 }
/// The query makes no sense.
public var errSecInvalidQuery: OSStatus { -67693 }
/// The value does not fit.
public var errSecInvalidValue: OSStatus { -67694 }
/// The callback reported an error.
public var errSecCallbackFailed: OSStatus { -67695 }
/// The entry of the access control list could not be deleted.
public var errSecACLDeleteFailed: OSStatus { -67696 }
/// The entry of the access control list could not be replaced.
public var errSecACLReplaceFailed: OSStatus { -67697 }
/// The entry could not be added to the access control list.
public var errSecACLAddFailed: OSStatus { -67698 }
/// The access control list could not be changed.
public var errSecACLChangeFailed: OSStatus { -67699 }
/// The access credentials do not fit.
public var errSecInvalidAccessCredentials: OSStatus { -67700 }
/// The record makes no sense.
public var errSecInvalidRecord: OSStatus { -67701 }
/// The access control list makes no sense.
public var errSecInvalidACL: OSStatus { -67702 }
/// The sample of the access credentials does not fit.
public var errSecInvalidSampleValue: OSStatus { -67703 }
/// The module is of another version.
public var errSecIncompatibleVersion: OSStatus { -67704 }
/// The privilege was not granted.
public var errSecPrivilegeNotGranted: OSStatus { -67705 }
/// The scope of the search makes no sense.
public var errSecInvalidScope: OSStatus { -67706 }
/// The checks of modules are set up already.
public var errSecPVCAlreadyConfigured: OSStatus { -67707 }
/// The checks of modules make no sense.
public var errSecInvalidPVC: OSStatus { -67708 }
/// The manager of modules could not be loaded.
public var errSecEMMLoadFailed: OSStatus { -67709 }
/// The manager of modules could not be unloaded.
public var errSecEMMUnloadFailed: OSStatus { -67710 }
/// The module could not be loaded.
public var errSecAddinLoadFailed: OSStatus { -67711 }
/// The reference names no key.
public var errSecInvalidKeyRef: OSStatus { -67712 }
/// The kind of integrity key is unknown.
public var errSecInvalidKeyHierarchy: OSStatus { -67713 }
/// The module could not be unloaded.
public var errSecAddinUnloadFailed: OSStatus { -67714 }
/// There is no such reference to a library.
public var errSecLibraryReferenceNotFound: OSStatus { -67715 }
/// The module's table of functions makes no sense.
public var errSecInvalidAddinFunctionTable: OSStatus { -67716 }
/// The set of services makes no sense.
public var errSecInvalidServiceMask: OSStatus { -67717 }
/// The module has not been loaded.
public var errSecModuleNotLoaded: OSStatus { -67718 }
/// The module has no such service.
public var errSecInvalidSubServiceID: OSStatus { -67719 }
/// The context has no such attribute.
public var errSecAttributeNotInContext: OSStatus { -67720 }
/// The manager of modules could not be set up.
public var errSecModuleManagerInitializeFailed: OSStatus { -67721 }
/// There is no manager of modules.
public var errSecModuleManagerNotFound: OSStatus { -67722 }
/// There is no callback for events.
public var errSecEventNotificationCallbackNotFound: OSStatus { -67723 }
/// The input has the wrong length.
public var errSecInputLengthError: OSStatus { -67724 }
/// The output has the wrong length.
public var errSecOutputLengthError: OSStatus { -67725 }
/// There is no such privilege.
public var errSecPrivilegeNotSupported: OSStatus { -67726 }
/// The device reported an error.
public var errSecDeviceError: OSStatus { -67727 }
/// The module is in use.
public var errSecAttachHandleBusy: OSStatus { -67728 }
/// Nobody is logged in to the device.
public var errSecNotLoggedIn: OSStatus { -67729 }
