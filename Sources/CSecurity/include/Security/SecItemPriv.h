// Names that the public headers of Apple's platforms lack: tombstones, sync, and what only parts of the system ask for.

#ifndef SECURITY_SECITEMPRIV_H
#define SECURITY_SECITEMPRIV_H

#include <Security/SecItem.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

// Classes and values that are known and not kept here.
extern const CFStringRef kSecClassAppleSharePassword;
extern const CFStringRef kSecAttrAccessibleUntilReboot;

// Other names of values of kSecAttrAccessible.
extern const CFStringRef kSecAttrAccessibleAlwaysPrivate;
extern const CFStringRef kSecAttrAccessibleAlwaysThisDeviceOnlyPrivate;

// What is left of an item that was deleted and has to be deleted elsewhere too.
extern const CFStringRef kSecAttrTombstone;
extern const CFStringRef kSecUseTombstones;

// Which of the items that match.
extern const CFStringRef kSecMatchHostOrSubdomainOfHost;

// How a call goes about it.
extern const CFStringRef kSecUseCredentialReference;
extern const CFStringRef kSecUseCallerName;
extern const CFStringRef kSecUseTokenRawItems;
extern const CFStringRef kSecUseCertificatesWithMatchIssuers;
extern const CFStringRef kSecUseSystemKeychain;
extern const CFStringRef kSecUseSystemKeychainAlways;
extern const CFStringRef kSecUseSystemKeychainAlwaysDarwinOSOnlyUnavailableOnMacOS;
extern const CFStringRef kSecUseSyncBubbleKeychain;

// Further attributes of every class.
extern const CFStringRef kSecAttrNoLegacy;
extern const CFStringRef kSecAttrUUID;
extern const CFStringRef kSecAttrSHA1;
extern const CFStringRef kSecAttrMultiUser;
extern const CFStringRef kSecAttrSysBound;
extern const CFStringRef kSecAttrSharingGroup;
extern const CFStringRef kSecAttrSharingGroupNone;
extern const CFStringRef kSecAttrGroupKitGroup;
extern const CFStringRef kSecAttrTokenOID;
extern const CFStringRef kSecAttrSecureEnclaveKeyBlob;
extern const CFStringRef kSecAttrDeriveSyncIDFromItemAttributes;
extern const CFStringRef kSecAttrPCSPlaintextServiceIdentifier;
extern const CFStringRef kSecAttrPCSPlaintextPublicKey;
extern const CFStringRef kSecAttrPCSPlaintextPublicIdentity;

// Further attributes of passwords.
extern const CFStringRef kSecAttrAlias;
extern const CFStringRef kSecAttrScriptCode;
extern const CFStringRef kSecAttrHasCustomIcon;
extern const CFStringRef kSecAttrVolume;
extern const CFStringRef kSecAttrAddress;
extern const CFStringRef kSecAttrAFPServerSignature;

// Bytes that are sealed with the secret of an internet password.
extern const CFStringRef kSecDataInetExtraNotes;
extern const CFStringRef kSecDataInetExtraHistory;
extern const CFStringRef kSecDataInetExtraClientDefined0;
extern const CFStringRef kSecDataInetExtraClientDefined1;
extern const CFStringRef kSecDataInetExtraClientDefined2;
extern const CFStringRef kSecDataInetExtraClientDefined3;

// Further attributes of certificates, lists of revoked ones, and keys.
extern const CFStringRef kSecAttrCRLType;
extern const CFStringRef kSecAttrCRLEncoding;
extern const CFStringRef kSecAttrKeyCreator;
extern const CFStringRef kSecAttrStartDate;
extern const CFStringRef kSecAttrEndDate;
extern const CFStringRef kSecAttrIsPrivate;
extern const CFStringRef kSecAttrIsModifiable;
extern const CFStringRef kSecAttrWasAlwaysSensitive;
extern const CFStringRef kSecAttrWasNeverExtractable;
extern const CFStringRef kSecAttrCanSignRecover;
extern const CFStringRef kSecAttrCanVerifyRecover;

// Values of kSecAttrKeyType and of kSecAttrKeySizeInBits.
extern const CFStringRef kSecAttrKeyTypeECSECPrimeRandomPKA;
extern const CFStringRef kSecAttrKeyTypeSecureEnclaveAttestation;
extern const CFStringRef kSecAttrKeyTypeSecureEnclaveAnonymousAttestation;
extern const CFStringRef kSecAttrKeyTypeEd25519;
extern const CFStringRef kSecAttrKeyTypeX25519;
extern const CFStringRef kSecAttrKeyTypeEd448;
extern const CFStringRef kSecAttrKeyTypeX448;
extern const CFStringRef kSecAttrKeyTypeKyber;
extern const CFStringRef kSecAttrKeyTypeMLKEM;
extern const CFStringRef kSecAttrKeyTypeMLDSA;
extern const CFStringRef kSecAttrKeySizeKyber768;
extern const CFStringRef kSecAttrKeySizeKyber1024;
extern const CFStringRef kSecAttrKeySizeMLKEM768;
extern const CFStringRef kSecAttrKeySizeMLKEM1024;
extern const CFStringRef kSecAttrKeySizeMLDSA65;
extern const CFStringRef kSecAttrKeySizeMLDSA87;

// Values of kSecAttrTokenID.
extern const CFStringRef kSecAttrTokenIDAppleKeyStore;
extern const CFStringRef kSecAttrTokenIDSecureElement;

// Values of kSecAttrSyncViewHint.
extern const CFStringRef kSecAttrViewHintContinuityUnlock;
extern const CFStringRef kSecAttrViewHintAppleTV;
extern const CFStringRef kSecAttrViewHintHomeKit;
extern const CFStringRef kSecAttrViewHintAccessoryPairing;
extern const CFStringRef kSecAttrViewHintPCSCloudKit;
extern const CFStringRef kSecAttrViewHintPCSEscrow;
extern const CFStringRef kSecAttrViewHintPCSFDE;
extern const CFStringRef kSecAttrViewHintPCSFeldspar;
extern const CFStringRef kSecAttrViewHintPCSMailDrop;
extern const CFStringRef kSecAttrViewHintPCSMasterKey;
extern const CFStringRef kSecAttrViewHintPCSNotes;
extern const CFStringRef kSecAttrViewHintPCSPhotos;
extern const CFStringRef kSecAttrViewHintPCSSharing;
extern const CFStringRef kSecAttrViewHintPCSiCloudBackup;
extern const CFStringRef kSecAttrViewHintPCSiCloudDrive;
extern const CFStringRef kSecAttrViewHintPCSiMessage;
extern const CFStringRef kSecAttrViewHintNanoRegistry;
extern const CFStringRef kSecAttrViewHintWatchMigration;
extern const CFStringRef kSecAttrViewHintEngram;
extern const CFStringRef kSecAttrViewHintManatee;
extern const CFStringRef kSecAttrViewHintAutoUnlock;
extern const CFStringRef kSecAttrViewHintHealth;
extern const CFStringRef kSecAttrViewHintApplePay;
extern const CFStringRef kSecAttrViewHintHome;
extern const CFStringRef kSecAttrViewHintLimitedPeersAllowed;
extern const CFStringRef kSecAttrViewHintMFi;
extern const CFStringRef kSecAttrViewHintMail;
extern const CFStringRef kSecAttrViewHintContacts;
extern const CFStringRef kSecAttrViewHintPhotos;
extern const CFStringRef kSecAttrViewHintGroups;
extern const CFStringRef kSecAttrViewHintFindMy;

// Names from dictionaries of calls that are not here.
extern const CFStringRef kSecKeyApplePayEnabled;
extern const CFStringRef kSecKeyOSBound;
extern const CFStringRef kSecKeySealedHashesBound;
extern const CFStringRef kSecPasswordMinLength;
extern const CFStringRef kSecPasswordMaxLength;
extern const CFStringRef kSecPasswordAllowedCharacters;
extern const CFStringRef kSecPasswordRequiredCharacters;
extern const CFStringRef kSOSInternalAccessGroup;

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif
