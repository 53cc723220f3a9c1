#include "check.h"
#include "query.h"
#include "sections.h"

static SecAccessControlRef make(SecAccessControlCreateFlags flags) {
  return SecAccessControlCreateWithFlags(NULL, kSecAttrAccessibleWhenUnlocked, flags, NULL);
}

/// Whether no access control is made, and the error says why.
static int is_refused(CFTypeRef protection, SecAccessControlCreateFlags flags) {
  CFErrorRef error = NULL;
  SecAccessControlRef control = SecAccessControlCreateWithFlags(NULL, protection, flags, &error);
  int holds = control == NULL && error != NULL && CFGetTypeID(error) == CFErrorGetTypeID() &&
              CFErrorGetCode(error) == errSecParam && is_text(CFErrorGetDomain(error), "NSOSStatusErrorDomain");
  release(control);
  release(error);
  return holds;
}

void check_making_access_controls(void) {
  const SecAccessControlCreateFlags allowed[] = {
      0, kSecAccessControlUserPresence, kSecAccessControlBiometryAny, kSecAccessControlBiometryCurrentSet,
      kSecAccessControlDevicePasscode, kSecAccessControlDevicePasscode | kSecAccessControlOr | kSecAccessControlWatch,
      kSecAccessControlApplicationPassword};
  for (int index = 0; index < 7; index += 1) {
    SecAccessControlRef control = make(allowed[index]);
    CHECK(control != NULL);
    release(control);
  }
  CFErrorRef error = NULL;
  SecAccessControlRef control = SecAccessControlCreateWithFlags(
      kCFAllocatorDefault, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, kSecAccessControlUserPresence, &error);
  CHECK(control != NULL);
  CHECK(error == NULL);
  release(control);

  CHECK(is_refused(CFSTR("never"), 0));
  CHECK(is_refused(kCFNull, 0));
  CHECK(is_refused(kCFBooleanTrue, 0));
  CHECK(is_refused(NULL, 0));
  CHECK(is_refused(kSecAttrAccessibleWhenUnlocked, kSecAccessControlOr | kSecAccessControlAnd));
  CHECK(is_refused(kSecAttrAccessibleWhenUnlocked, kSecAccessControlBiometryAny | kSecAccessControlBiometryCurrentSet));
  CHECK(is_refused(kSecAttrAccessibleWhenUnlocked, kSecAccessControlUserPresence | kSecAccessControlDevicePasscode));
  CHECK(is_refused(kSecAttrAccessibleWhenUnlocked, 1UL << 60));
  CHECK(SecAccessControlCreateWithFlags(NULL, CFSTR("never"), 0, NULL) == NULL);

  SecAccessControlCreateWithFlags(NULL, CFSTR("never"), 0, &error);
  CHECK(error != NULL);
  CFErrorRef equal = CFErrorCreate(NULL, CFErrorGetDomain(error), CFErrorGetCode(error), NULL);
  CHECK(CFErrorGetCode(equal) == CFErrorGetCode(error));
  CFStringRef words = CFErrorCopyDescription(error);
  CHECK(words != NULL && CFStringGetLength(words) > 0);
  release(words);
  release(equal);
  release(error);
}

void check_access_controls_as_objects(void) {
  SecAccessControlRef one = make(kSecAccessControlUserPresence), same = make(kSecAccessControlUserPresence);
  SecAccessControlRef other = make(kSecAccessControlDevicePasscode);
  CHECK(SecAccessControlGetTypeID() != 0);
  CHECK(CFGetTypeID(one) == SecAccessControlGetTypeID());
  CHECK(CFGetTypeID(other) == CFGetTypeID(one));
  CHECK(SecAccessControlGetTypeID() != CFStringGetTypeID());
  CHECK_EQUAL(one, one);
  CHECK_EQUAL(one, same);
  CHECK(CFHash(one) == CFHash(same));
  CHECK(!CFEqual(one, other));
  CHECK(!CFEqual(one, kSecClass));
  CHECK(!CFEqual(kSecClass, one));
  CHECK(!CFEqual(one, kCFNull));

  CFStringRef words = CFCopyDescription(one);
  CHECK(words != NULL && CFStringGetLength(words) > 0);
  release(words);

  CFRetain(one);
  CFRelease(one);
  CHECK_EQUAL(one, same);
  const void *both[] = {one, other};
  CFArrayRef array = CFArrayCreate(NULL, both, 2, &kCFTypeArrayCallBacks);
  CFRelease(one);
  CHECK(CFArrayGetFirstIndexOfValue(array, CFRangeMake(0, 2), same) == 0);
  CHECK(CFArrayGetFirstIndexOfValue(array, CFRangeMake(0, 2), other) == 1);
  CFRelease(array);

  CFMutableDictionaryRef dictionary = with(nothing(), same, CFSTR("same"));
  with(dictionary, other, CFSTR("other"));
  SecAccessControlRef key = make(kSecAccessControlDevicePasscode);
  CHECK(is_text(CFDictionaryGetValue(dictionary, key), "other"));
  release(key);
  CFRelease(dictionary);
  CFRelease(same);
  CFRelease(other);
}

void check_items_with_access_control(void) {
  SecAccessControlRef none = make(0), passcode = make(kSecAccessControlDevicePasscode);
  CFTypeRef result = NULL;
  CFMutableDictionaryRef item = with(secret_of("control", "free", "one"), kSecAttrAccessControl, none);
  CHECK_STATUS(add(with(item, kSecReturnAttributes, kCFBooleanTrue), &result), errSecSuccess);
  CHECK_EQUAL(value_of(result, kSecAttrAccessControl), none);
  CHECK_EQUAL(value_of(result, kSecAttrAccessible), kSecAttrAccessibleWhenUnlocked);
  release(result);
  CFTypeRef first = found(generic("control", "free"), kSecReturnAttributes);
  CFTypeRef second = found(generic("control", "free"), kSecReturnAttributes);
  CHECK_EQUAL(first, second);
  CHECK_EQUAL(value_of(first, kSecAttrAccessControl), none);
  release(first);
  release(second);

  // Nobody can be asked here.
  item = with(secret_of("control", "shut", "one"), kSecAttrAccessControl, passcode);
  CHECK_STATUS(add(item, NULL), errSecSuccess);
  CHECK_STATUS(find(generic("control", "shut"), NULL), errSecInteractionNotAllowed);
  item = with(generic("control", "shut"), kSecUseAuthenticationUI, kSecUseAuthenticationUISkip);
  CHECK_STATUS(find(item, NULL), errSecItemNotFound);
  CHECK_STATUS(erase(generic("control", "shut")), errSecSuccess);

  item = with(secret_of("control", "text", "one"), kSecAttrAccessControl, kSecAttrAccessibleWhenUnlocked);
  CHECK_STATUS(add(item, NULL), errSecParam);
  item = with(secret_of("control", "both", "one"), kSecAttrAccessControl, passcode);
  CHECK_STATUS(add(with(item, kSecAttrAccessible, kSecAttrAccessibleWhenUnlocked), NULL), errSecParam);
  item = with(secret_of("control", "sync", "one"), kSecAttrAccessControl, none);
  CHECK_STATUS(add(with(item, kSecAttrSynchronizable, kCFBooleanTrue), NULL), errSecParam);
  CFRelease(none);
  CFRelease(passcode);
}
