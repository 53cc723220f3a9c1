// What must be met before an item opens.

#ifndef SECURITY_SECACCESSCONTROL_H
#define SECURITY_SECACCESSCONTROL_H

#include <CoreFoundation/CFError.h>

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN

/// Constraints on the use of an item, joined by `|`.
typedef CF_OPTIONS(CFOptionFlags, SecAccessControlCreateFlags) {
  kSecAccessControlUserPresence = 1UL << 0,         // a person is there, by whatever means
  kSecAccessControlBiometryAny = 1UL << 1,          // a finger or a face
  kSecAccessControlTouchIDAny = kSecAccessControlBiometryAny,
  kSecAccessControlBiometryCurrentSet = 1UL << 3,   // one that is known now
  kSecAccessControlTouchIDCurrentSet = kSecAccessControlBiometryCurrentSet,
  kSecAccessControlDevicePasscode = 1UL << 4,       // the passphrase
  kSecAccessControlCompanion = 1UL << 5,            // a device that belongs to the same person
  kSecAccessControlWatch = kSecAccessControlCompanion,
  kSecAccessControlOr = 1UL << 14,                  // one constraint is enough
  kSecAccessControlAnd = 1UL << 15,                 // every constraint must be met
  kSecAccessControlPrivateKeyUsage = 1UL << 30,     // a key that signs and never leaves
  kSecAccessControlApplicationPassword = 1UL << 31  // a password that the program gives, besides
};

/// The type ID of access controls.
CFTypeID SecAccessControlGetTypeID(void);

/// Makes an access control, which you release.
///
/// `protection` is a value of `kSecAttrAccessible`. Where it is none, or the flags exclude each other, the result is
/// NULL and `error` gets an error of `NSOSStatusErrorDomain`, which you release; `error` may be NULL. The allocator is
/// not looked at.
SecAccessControlRef _Nullable SecAccessControlCreateWithFlags(
    CFAllocatorRef _Nullable allocator, CFTypeRef protection, SecAccessControlCreateFlags flags,
    CFErrorRef _Nullable *_Nullable CF_RETURNS_RETAINED error) CF_RETURNS_RETAINED;

CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif
