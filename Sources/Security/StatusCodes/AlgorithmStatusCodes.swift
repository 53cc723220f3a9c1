// What keys, algorithms and their parameters end with. The sentences are those of the schema's table.

/// The key is for another algorithm.
public var errSecAlgorithmMismatch: OSStatus { -67730 }
/// The key is for other uses.
public var errSecKeyUsageIncorrect: OSStatus { -67731 }
/// The key's data is of another kind.
public var errSecKeyBlobTypeIncorrect: OSStatus { -67732 }
/// The key's header contradicts its data.
public var errSecKeyHeaderInconsistent: OSStatus { -67733 }
/// Keys of this format are not supported.
public var errSecUnsupportedKeyFormat: OSStatus { -67734 }
/// Keys of this size are not supported.
public var errSecUnsupportedKeySize: OSStatus { -67735 }
/// The set of key uses makes no sense.
public var errSecInvalidKeyUsageMask: OSStatus { -67736 }
/// The set of key uses is not supported.
public var errSecUnsupportedKeyUsageMask: OSStatus { -67737 }
/// The set of key attributes makes no sense.
public var errSecInvalidKeyAttributeMask: OSStatus { -67738 }
/// The set of key attributes is not supported.
public var errSecUnsupportedKeyAttributeMask: OSStatus { -67739 }
/// The key's label makes no sense.
public var errSecInvalidKeyLabel: OSStatus { -67740 }
/// The key's label is not supported.
public var errSecUnsupportedKeyLabel: OSStatus { -67741 }
/// The key's format makes no sense.
public var errSecInvalidKeyFormat: OSStatus { -67742 }
/// Several buffers at once are not supported.
public var errSecUnsupportedVectorOfBuffers: OSStatus { -67743 }
/// The buffers with the input make no sense.
public var errSecInvalidInputVector: OSStatus { -67744 }
/// The buffers for the output make no sense.
public var errSecInvalidOutputVector: OSStatus { -67745 }
/// The context makes no sense.
public var errSecInvalidContext: OSStatus { -67746 }
/// There is no such algorithm.
public var errSecInvalidAlgorithm: OSStatus { -67747 }
/// The key in the context does not fit.
public var errSecInvalidAttributeKey: OSStatus { -67748 }
/// The context lacks a key.
public var errSecMissingAttributeKey: OSStatus { -67749 }
/// The initialization vector in the context does not fit.
public var errSecInvalidAttributeInitVector: OSStatus { -67750 }
/// The context lacks an initialization vector.
public var errSecMissingAttributeInitVector: OSStatus { -67751 }
/// The salt in the context does not fit.
public var errSecInvalidAttributeSalt: OSStatus { -67752 }
/// The context lacks a salt.
public var errSecMissingAttributeSalt: OSStatus { -67753 }
/// The padding in the context does not fit.
public var errSecInvalidAttributePadding: OSStatus { -67754 }
/// The context lacks a padding.
public var errSecMissingAttributePadding: OSStatus { -67755 }
/// The random number in the context does not fit.
public var errSecInvalidAttributeRandom: OSStatus { -67756 }
/// The context lacks a random number.
public var errSecMissingAttributeRandom: OSStatus { -67757 }
/// The seed in the context does not fit.
public var errSecInvalidAttributeSeed: OSStatus { -67758 }
/// The context lacks a seed.
public var errSecMissingAttributeSeed: OSStatus { -67759 }
/// The passphrase in the context does not fit.
public var errSecInvalidAttributePassphrase: OSStatus { -67760 }
/// The context lacks a passphrase.
public var errSecMissingAttributePassphrase: OSStatus { -67761 }
/// The key length in the context does not fit.
public var errSecInvalidAttributeKeyLength: OSStatus { -67762 }
/// The context lacks a key length.
public var errSecMissingAttributeKeyLength: OSStatus { -67763 }
/// The block size in the context does not fit.
public var errSecInvalidAttributeBlockSize: OSStatus { -67764 }
/// The context lacks a block size.
public var errSecMissingAttributeBlockSize: OSStatus { -67765 }
/// The output size in the context does not fit.
public var errSecInvalidAttributeOutputSize: OSStatus { -67766 }
/// The context lacks an output size.
public var errSecMissingAttributeOutputSize: OSStatus { -67767 }
/// The number of rounds in the context does not fit.
public var errSecInvalidAttributeRounds: OSStatus { -67768 }
/// The context lacks a number of rounds.
public var errSecMissingAttributeRounds: OSStatus { -67769 }
/// The parameters of the algorithm do not fit.
public var errSecInvalidAlgorithmParms: OSStatus { -67770 }
/// The parameters of the algorithm are not there.
public var errSecMissingAlgorithmParms: OSStatus { -67771 }
/// The label in the context does not fit.
public var errSecInvalidAttributeLabel: OSStatus { -67772 }
/// The context lacks a label.
public var errSecMissingAttributeLabel: OSStatus { -67773 }
/// The key type in the context does not fit.
public var errSecInvalidAttributeKeyType: OSStatus { -67774 }
/// The context lacks a key type.
public var errSecMissingAttributeKeyType: OSStatus { -67775 }
/// The mode in the context does not fit.
public var errSecInvalidAttributeMode: OSStatus { -67776 }
/// The context lacks a mode.
public var errSecMissingAttributeMode: OSStatus { -67777 }
/// The number of effective bits in the context does not fit.
public var errSecInvalidAttributeEffectiveBits: OSStatus { -67778 }
/// The context lacks a number of effective bits.
public var errSecMissingAttributeEffectiveBits: OSStatus { -67779 }
/// The first day in the context does not fit.
public var errSecInvalidAttributeStartDate: OSStatus { -67780 }
/// The context lacks a first day.
public var errSecMissingAttributeStartDate: OSStatus { -67781 }
/// The last day in the context does not fit.
public var errSecInvalidAttributeEndDate: OSStatus { -67782 }
/// The context lacks a last day.
public var errSecMissingAttributeEndDate: OSStatus { -67783 }
/// The version in the context does not fit.
public var errSecInvalidAttributeVersion: OSStatus { -67784 }
/// The context lacks a version.
public var errSecMissingAttributeVersion: OSStatus { -67785 }
/// The prime in the context does not fit.
public var errSecInvalidAttributePrime: OSStatus { -67786 }
/// The context lacks a prime.
public var errSecMissingAttributePrime: OSStatus { -67787 }
/// The base in the context does not fit.
public var errSecInvalidAttributeBase: OSStatus { -67788 }
/// The context lacks a base.
public var errSecMissingAttributeBase: OSStatus { -67789 }
/// The subprime in the context does not fit.
public var errSecInvalidAttributeSubprime: OSStatus { -67790 }
/// The context lacks a subprime.
public var errSecMissingAttributeSubprime: OSStatus { -67791 }
/// The number of iterations in the context does not fit.
public var errSecInvalidAttributeIterationCount: OSStatus { -67792 }
/// The context lacks a number of iterations.
public var errSecMissingAttributeIterationCount: OSStatus { -67793 }
/// The database handle in the context does not fit.
public var errSecInvalidAttributeDLDBHandle: OSStatus { -67794 }
/// The context lacks a database handle.
public var errSecMissingAttributeDLDBHandle: OSStatus { -67795 }
/// The access credentials in the context do not fit.
public var errSecInvalidAttributeAccessCredentials: OSStatus { -67796 }
/// The context lacks access credentials.
public var errSecMissingAttributeAccessCredentials: OSStatus { -67797 }
/// The format of public keys in the context does not fit.
public var errSecInvalidAttributePublicKeyFormat: OSStatus { -67798 }
/// The context lacks a format of public keys.
public var errSecMissingAttributePublicKeyFormat: OSStatus { -67799 }
/// The format of private keys in the context does not fit.
public var errSecInvalidAttributePrivateKeyFormat: OSStatus { -67800 }
/// The context lacks a format of private keys.
public var errSecMissingAttributePrivateKeyFormat: OSStatus { -67801 }
/// The format of symmetric keys in the context does not fit.
public var errSecInvalidAttributeSymmetricKeyFormat: OSStatus { -67802 }
/// The context lacks a format of symmetric keys.
public var errSecMissingAttributeSymmetricKeyFormat: OSStatus { -67803 }
/// The format of wrapped keys in the context does not fit.
public var errSecInvalidAttributeWrappedKeyFormat: OSStatus { -67804 }
/// The context lacks a format of wrapped keys.
public var errSecMissingAttributeWrappedKeyFormat: OSStatus { -67805 }
/// An operation in steps is still under way.
public var errSecStagedOperationInProgress: OSStatus { -67806 }
/// No operation in steps was begun.
public var errSecStagedOperationNotStarted: OSStatus { -67807 }
/// What was to be verified does not verify.
public var errSecVerifyFailed: OSStatus { -67808 }
/// The size of the result cannot be foretold.
public var errSecQuerySizeUnknown: OSStatus { -67809 }
/// The input is no whole number of blocks.
public var errSecBlockSizeMismatch: OSStatus { -67810 }
/// The public key does not belong to the private key.
public var errSecPublicKeyInconsistent: OSStatus { -67811 }
/// The device could not verify what it was given.
public var errSecDeviceVerifyFailed: OSStatus { -67812 }
/// There is no such login name.
public var errSecInvalidLoginName: OSStatus { -67813 }
/// Somebody is logged in to the device already.
public var errSecAlreadyLoggedIn: OSStatus { -67814 }
