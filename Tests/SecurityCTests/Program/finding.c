#include "check.h"
#include "query.h"
#include "sections.h"

static CFMutableDictionaryRef ada(void) { return generic("find", "ada"); }

static CFMutableDictionaryRef three(void) {
  return with(generic("find", NULL), kSecMatchLimit, kSecMatchLimitAll);
}

void check_return_keys(void) {
  CFMutableDictionaryRef item = with_text(secret_of("find", "ada", "one"), kSecAttrLabel, "first");
  CHECK_STATUS(add(item, NULL), errSecSuccess);

  CFTypeRef result = (CFTypeRef)0x5;
  CHECK_STATUS(find(ada(), &result), errSecSuccess);
  CHECK(result == NULL);
  CHECK_STATUS(find(ada(), NULL), errSecSuccess);
  CHECK_STATUS(find(with(ada(), kSecReturnData, kCFBooleanTrue), NULL), errSecSuccess);

  CHECK_STATUS(find(with(ada(), kSecReturnData, kCFBooleanTrue), &result), errSecSuccess);
  CHECK(is_bytes(result, "one"));
  release(result);

  CHECK_STATUS(find(with(ada(), kSecReturnData, kCFBooleanFalse), &result), errSecSuccess);
  CHECK(result == NULL);

  CHECK_STATUS(find(with(ada(), kSecReturnAttributes, kCFBooleanTrue), &result), errSecSuccess);
  CHECK(is_text(value_of(result, kSecAttrLabel), "first"));
  CHECK(value_of(result, kSecValueData) == NULL);
  CHECK(value_of(result, kSecValuePersistentRef) == NULL);
  release(result);

  CHECK_STATUS(find(with(ada(), kSecReturnPersistentRef, kCFBooleanTrue), &result), errSecSuccess);
  CHECK(CFGetTypeID(result) == CFDataGetTypeID() && CFDataGetLength(result) == 20);
  release(result);

  CHECK_STATUS(find(with(ada(), kSecReturnRef, kCFBooleanTrue), &result), errSecSuccess);
  CHECK(result == NULL);

  item = with(with(ada(), kSecReturnData, kCFBooleanTrue), kSecReturnAttributes, kCFBooleanTrue);
  CHECK_STATUS(find(item, &result), errSecSuccess);
  CHECK(is_bytes(value_of(result, kSecValueData), "one"));
  CHECK(is_text(value_of(result, kSecAttrAccount), "ada"));
  CHECK(value_of(result, kSecClass) == NULL);
  release(result);

  item = with(with(ada(), kSecReturnPersistentRef, kCFBooleanTrue), kSecReturnAttributes, kCFBooleanTrue);
  CHECK_STATUS(find(item, &result), errSecSuccess);
  CHECK(value_of(result, kSecValuePersistentRef) != NULL);
  CHECK(value_of(result, kSecValueData) == NULL);
  release(result);

  item = with(with(ada(), kSecReturnRef, kCFBooleanTrue), kSecReturnAttributes, kCFBooleanTrue);
  CHECK_STATUS(find(item, &result), errSecSuccess);
  CHECK_EQUAL(value_of(result, kSecClass), kSecClassGenericPassword);
  release(result);
}

void check_limits(void) {
  CHECK_STATUS(add(secret_of("find", "bob", "two"), NULL), errSecSuccess);
  CHECK_STATUS(add(secret_of("find", "cy", "three"), NULL), errSecSuccess);

  CFTypeRef result = found(three(), kSecReturnData);
  CHECK(result != NULL && CFGetTypeID(result) == CFArrayGetTypeID() && CFArrayGetCount(result) == 3);
  CFDataRef two = CFDataCreate(NULL, (const UInt8 *)"two", 3);
  CHECK(CFArrayContainsValue(result, CFRangeMake(0, 3), two));
  CFRelease(two);
  release(result);

  result = found(with_number(generic("find", NULL), kSecMatchLimit, 2), kSecReturnAttributes);
  CHECK(result != NULL && CFGetTypeID(result) == CFArrayGetTypeID() && CFArrayGetCount(result) == 2);
  release(result);

  result = found(with_number(ada(), kSecMatchLimit, 2), kSecReturnData);
  CHECK(result != NULL && CFGetTypeID(result) == CFArrayGetTypeID() && CFArrayGetCount(result) == 1);
  release(result);

  result = found(with_number(ada(), kSecMatchLimit, 1), kSecReturnData);
  CHECK(is_bytes(result, "one"));
  release(result);
  result = found(with(ada(), kSecMatchLimit, kSecMatchLimitOne), kSecReturnData);
  CHECK(is_bytes(result, "one"));
  release(result);

  CHECK_STATUS(find(three(), &result), errSecSuccess);
  CHECK(result != NULL && CFGetTypeID(result) == CFArrayGetTypeID() && CFArrayGetCount(result) == 0);
  release(result);

  CHECK_STATUS(find(with_number(ada(), kSecMatchLimit, 0), NULL), errSecItemNotFound);
  CHECK_STATUS(find(with(ada(), kSecMatchLimit, kCFBooleanTrue), NULL), errSecParam);
  CHECK_STATUS(find(with_text(ada(), kSecMatchLimit, "few"), NULL), errSecParam);
  CHECK_STATUS(find(with(ada(), kSecMatchLimit, kCFNull), NULL), errSecParam);
}

void check_matching(void) {
  CFTypeRef result = (CFTypeRef)0x5;
  CHECK_STATUS(find(with(generic("find", "eve"), kSecReturnData, kCFBooleanTrue), &result), errSecItemNotFound);
  CHECK(result == NULL);
  CHECK_STATUS(find(with(generic("find", "eve"), kSecMatchLimit, kSecMatchLimitAll), NULL), errSecItemNotFound);
  CHECK_STATUS(find(generic("find", "Ada"), NULL), errSecItemNotFound);
  CHECK_STATUS(find(generic("fin", "ada"), NULL), errSecItemNotFound);
  CHECK(count_of(generic("find", NULL)) == 3);
  CHECK(count_of(generic(NULL, "ada")) >= 2);

  CHECK_STATUS(find(with_text(generic(NULL, NULL), kSecAttrLabel, "first"), NULL), errSecSuccess);
  CHECK_STATUS(find(with_text(ada(), kSecAttrLabel, "second"), NULL), errSecItemNotFound);
  CHECK_STATUS(find(with(ada(), kSecAttrAccessible, kSecAttrAccessibleWhenUnlocked), NULL), errSecSuccess);
  CHECK_STATUS(find(with(ada(), kSecAttrAccessible, kSecAttrAccessibleAlways), NULL), errSecItemNotFound);
  // A secret in a query must be bytes, and is not compared.
  CHECK_STATUS(find(with_bytes(ada(), kSecValueData, "other", 5), NULL), errSecSuccess);
  CHECK_STATUS(find(with(ada(), kSecUseDataProtectionKeychain, kCFBooleanTrue), NULL), errSecSuccess);
}
