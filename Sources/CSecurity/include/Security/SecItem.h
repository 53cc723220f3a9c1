// The calls that add, find, change and delete items, and the names they understand.
//
// A query is a dictionary: a class, attributes, what is wanted back. Keys and values are those of the data-protection
// keychain of Apple's platforms. Names that the public headers there lack stand in SecItemPriv.h.

#ifndef SECURITY_SECITEM_H
#define SECURITY_SECITEM_H

#include <CoreFoundation/CFArray.h>
#include <CoreFoundation/CFData.h>
#include <CoreFoundation/CFDate.h>
#include <CoreFoundation/CFDictionary.h>
#include <CoreFoundation/CFNumber.h>
#include <CoreFoundation/CFString.h>

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

/// Adds an item.
///
/// `attributes` has the class, what identifies the item, what else it has and, as `kSecValueData`, its secret. Where
/// return keys ask for something, `result` gets it, and you release it; `result` may be NULL.
OSStatus SecItemAdd(CFDictionaryRef attributes, CFTypeRef _Nullable *_Nullable CF_RETURNS_RETAINED result);

/// Finds items: one, or as many as `kSecMatchLimit` allows for, and then in an array.
///
/// `result` gets what the return keys ask for, NULL where they ask for nothing, and you release it. No item is
/// `errSecItemNotFound`, never an empty array.
OSStatus SecItemCopyMatching(CFDictionaryRef query, CFTypeRef _Nullable *_Nullable CF_RETURNS_RETAINED result);

/// Changes every item that matches `query`, or none where one of them cannot be changed.
///
/// `attributesToUpdate` has attributes of the class and, as `kSecValueData`, the new secret, and nothing else.
OSStatus SecItemUpdate(CFDictionaryRef query, CFDictionaryRef attributesToUpdate);

/// Deletes every item that matches `query`.
OSStatus SecItemDelete(CFDictionaryRef query);

// The class of an item, in every query but one by a persistent reference.
extern const CFStringRef kSecClass;
extern const CFStringRef kSecClassGenericPassword;   // a secret of a service and an account
extern const CFStringRef kSecClassInternetPassword;  // a secret of a server and an account
extern const CFStringRef kSecClassCertificate;
extern const CFStringRef kSecClassKey;
extern const CFStringRef kSecClassIdentity;          // a certificate and its private key

// What is wanted back: each a CFBooleanRef. Two or more make the result a dictionary.
extern const CFStringRef kSecReturnData;             // the secret, a CFDataRef
extern const CFStringRef kSecReturnAttributes;       // a CFDictionaryRef
extern const CFStringRef kSecReturnRef;              // an object, for classes other than passwords
extern const CFStringRef kSecReturnPersistentRef;    // a CFDataRef that names the item as long as it exists

// What is given: the secret, or an item by a reference.
extern const CFStringRef kSecValueData;              // CFDataRef
extern const CFStringRef kSecValueRef;
extern const CFStringRef kSecValuePersistentRef;     // CFDataRef

// Which of the items that match.
extern const CFStringRef kSecMatchLimit;             // a CFNumberRef, or one of the next two; one where it is absent
extern const CFStringRef kSecMatchLimitOne;
extern const CFStringRef kSecMatchLimitAll;
extern const CFStringRef kSecMatchIssuers;           // CFArrayRef of names in DER
extern const CFStringRef kSecMatchEmailAddressIfPresent;
extern const CFStringRef kSecMatchValidOnDate;       // a CFDateRef, or kCFNull for now
extern const CFStringRef kSecMatchTrustedOnly;       // CFBooleanRef
extern const CFStringRef kSecMatchPolicy;
extern const CFStringRef kSecMatchItemList;          // taken and not looked at, as are the next three
extern const CFStringRef kSecMatchSearchList;
extern const CFStringRef kSecMatchSubjectContains;
extern const CFStringRef kSecMatchCaseInsensitive;

// How a call goes about it.
extern const CFStringRef kSecUseDataProtectionKeychain;  // there is no other here: it changes nothing
extern const CFStringRef kSecUseUserIndependentKeychain;
extern const CFStringRef kSecUseItemList;
extern const CFStringRef kSecUseOperationPrompt;
extern const CFStringRef kSecUseAuthenticationContext;
extern const CFStringRef kSecUseNoAuthenticationUI;
extern const CFStringRef kSecUseAuthenticationUI;    // what to do where a person would have to be asked:
extern const CFStringRef kSecUseAuthenticationUIAllow;
extern const CFStringRef kSecUseAuthenticationUIFail;
extern const CFStringRef kSecUseAuthenticationUISkip;

// Attributes of every class. Where nothing else is said, the value is text or bytes and comes back as it was given.
extern const CFStringRef kSecAttrAccessGroup;        // the group of callers that may see the item
extern const CFStringRef kSecAttrAccessible;         // when it can be read: one of the values below
extern const CFStringRef kSecAttrAccessControl;      // SecAccessControlRef, instead of kSecAttrAccessible
extern const CFStringRef kSecAttrCreationDate;       // CFDateRef, set by the keychain
extern const CFStringRef kSecAttrModificationDate;   // CFDateRef, set by the keychain
extern const CFStringRef kSecAttrLabel;              // what a person sees
extern const CFStringRef kSecAttrSynchronizable;     // CFBooleanRef: other devices get it too; absent is false
extern const CFStringRef kSecAttrSynchronizableAny;  // the value of a query for both
extern const CFStringRef kSecAttrSyncViewHint;
extern const CFStringRef kSecAttrTokenID;
extern const CFStringRef kSecAttrTokenIDSecureEnclave;
extern const CFStringRef kSecAttrAccessGroupToken;
extern const CFStringRef kSecAttrPersistentReference;
extern const CFStringRef kSecAttrPersistantReference;  // the same, as some sources spell it
extern const CFStringRef kSecAttrAccess;             // of the file keychain: no attribute here

// Attributes of passwords.
extern const CFStringRef kSecAttrAccount;            // whose it is; it identifies, as do the next two and the server's
extern const CFStringRef kSecAttrService;            // what it is for, of generic passwords
extern const CFStringRef kSecAttrGeneric;            // anything, of generic passwords; it does not identify
extern const CFStringRef kSecAttrDescription;        // what kind of secret it is, in words
extern const CFStringRef kSecAttrComment;
extern const CFStringRef kSecAttrCreator;            // CFNumberRef
extern const CFStringRef kSecAttrType;               // CFNumberRef
extern const CFStringRef kSecAttrIsInvisible;        // CFBooleanRef
extern const CFStringRef kSecAttrIsNegative;         // CFBooleanRef: no password is kept on purpose

// Attributes of internet passwords.
extern const CFStringRef kSecAttrServer;             // the name of the host
extern const CFStringRef kSecAttrSecurityDomain;
extern const CFStringRef kSecAttrPort;               // CFNumberRef
extern const CFStringRef kSecAttrPath;
extern const CFStringRef kSecAttrProtocol;           // one of the values below
extern const CFStringRef kSecAttrAuthenticationType;  // one of the values below

// Attributes of certificates.
extern const CFStringRef kSecAttrSubject;            // bytes, as are the next four
extern const CFStringRef kSecAttrIssuer;
extern const CFStringRef kSecAttrSerialNumber;
extern const CFStringRef kSecAttrSubjectKeyID;
extern const CFStringRef kSecAttrPublicKeyHash;
extern const CFStringRef kSecAttrCertificateType;    // CFNumberRef
extern const CFStringRef kSecAttrCertificateEncoding;  // CFNumberRef

// Attributes of keys. What a key can do is a CFBooleanRef each.
extern const CFStringRef kSecAttrKeyClass;           // one of the next three
extern const CFStringRef kSecAttrKeyClassPublic;
extern const CFStringRef kSecAttrKeyClassPrivate;
extern const CFStringRef kSecAttrKeyClassSymmetric;
extern const CFStringRef kSecAttrApplicationLabel;   // bytes: what a certificate and its key have in common
extern const CFStringRef kSecAttrApplicationTag;     // bytes: the name a program gave it
extern const CFStringRef kSecAttrKeySizeInBits;      // CFNumberRef
extern const CFStringRef kSecAttrEffectiveKeySize;   // CFNumberRef
extern const CFStringRef kSecAttrIsPermanent;
extern const CFStringRef kSecAttrIsSensitive;
extern const CFStringRef kSecAttrIsExtractable;
extern const CFStringRef kSecAttrCanEncrypt;
extern const CFStringRef kSecAttrCanDecrypt;
extern const CFStringRef kSecAttrCanDerive;
extern const CFStringRef kSecAttrCanSign;
extern const CFStringRef kSecAttrCanVerify;
extern const CFStringRef kSecAttrCanWrap;
extern const CFStringRef kSecAttrCanUnwrap;
extern const CFStringRef kSecAttrKeyType;            // one of the next eleven
extern const CFStringRef kSecAttrKeyTypeRSA;
extern const CFStringRef kSecAttrKeyTypeEC;
extern const CFStringRef kSecAttrKeyTypeECSECPrimeRandom;
extern const CFStringRef kSecAttrKeyTypeDSA;
extern const CFStringRef kSecAttrKeyTypeAES;
extern const CFStringRef kSecAttrKeyTypeDES;
extern const CFStringRef kSecAttrKeyType3DES;
extern const CFStringRef kSecAttrKeyTypeRC4;
extern const CFStringRef kSecAttrKeyTypeRC2;
extern const CFStringRef kSecAttrKeyTypeCAST;
extern const CFStringRef kSecAttrKeyTypeECDSA;

// Values of kSecAttrAccessible. Those that end in ThisDeviceOnly never leave this machine.
extern const CFStringRef kSecAttrAccessibleWhenUnlocked;
extern const CFStringRef kSecAttrAccessibleAfterFirstUnlock;
extern const CFStringRef kSecAttrAccessibleAlways;
extern const CFStringRef kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly;  // only where there is a passphrase
extern const CFStringRef kSecAttrAccessibleWhenUnlockedThisDeviceOnly;
extern const CFStringRef kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly;
extern const CFStringRef kSecAttrAccessibleAlwaysThisDeviceOnly;

// Values of kSecAttrProtocol.
extern const CFStringRef kSecAttrProtocolFTP;
extern const CFStringRef kSecAttrProtocolFTPAccount;
extern const CFStringRef kSecAttrProtocolHTTP;
extern const CFStringRef kSecAttrProtocolIRC;
extern const CFStringRef kSecAttrProtocolNNTP;
extern const CFStringRef kSecAttrProtocolPOP3;
extern const CFStringRef kSecAttrProtocolSMTP;
extern const CFStringRef kSecAttrProtocolSOCKS;
extern const CFStringRef kSecAttrProtocolIMAP;
extern const CFStringRef kSecAttrProtocolLDAP;
extern const CFStringRef kSecAttrProtocolAppleTalk;
extern const CFStringRef kSecAttrProtocolAFP;
extern const CFStringRef kSecAttrProtocolTelnet;
extern const CFStringRef kSecAttrProtocolSSH;
extern const CFStringRef kSecAttrProtocolFTPS;
extern const CFStringRef kSecAttrProtocolHTTPS;
extern const CFStringRef kSecAttrProtocolHTTPProxy;
extern const CFStringRef kSecAttrProtocolHTTPSProxy;
extern const CFStringRef kSecAttrProtocolFTPProxy;
extern const CFStringRef kSecAttrProtocolSMB;
extern const CFStringRef kSecAttrProtocolRTSP;
extern const CFStringRef kSecAttrProtocolRTSPProxy;
extern const CFStringRef kSecAttrProtocolDAAP;
extern const CFStringRef kSecAttrProtocolEPPC;
extern const CFStringRef kSecAttrProtocolIPP;
extern const CFStringRef kSecAttrProtocolNNTPS;
extern const CFStringRef kSecAttrProtocolLDAPS;
extern const CFStringRef kSecAttrProtocolTelnetS;
extern const CFStringRef kSecAttrProtocolIMAPS;
extern const CFStringRef kSecAttrProtocolIRCS;
extern const CFStringRef kSecAttrProtocolPOP3S;

// Values of kSecAttrAuthenticationType.
extern const CFStringRef kSecAttrAuthenticationTypeNTLM;
extern const CFStringRef kSecAttrAuthenticationTypeMSN;
extern const CFStringRef kSecAttrAuthenticationTypeDPA;
extern const CFStringRef kSecAttrAuthenticationTypeRPA;
extern const CFStringRef kSecAttrAuthenticationTypeHTTPBasic;
extern const CFStringRef kSecAttrAuthenticationTypeHTTPDigest;
extern const CFStringRef kSecAttrAuthenticationTypeHTMLForm;
extern const CFStringRef kSecAttrAuthenticationTypeDefault;

// Names from dictionaries of calls that are not here.
extern const CFStringRef kSecPrivateKeyAttrs;
extern const CFStringRef kSecPublicKeyAttrs;
extern const CFStringRef kSecSharedPassword;
extern const CFStringRef kSecImportExportPassphrase;
extern const CFStringRef kSecImportItemLabel;
extern const CFStringRef kSecImportItemKeyID;
extern const CFStringRef kSecImportItemTrust;
extern const CFStringRef kSecImportItemCertChain;
extern const CFStringRef kSecImportItemIdentity;

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif
