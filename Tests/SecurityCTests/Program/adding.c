#include "check.h"
#include "query.h"
#include "sections.h"

void check_adding(void) {
  CHECK_STATUS(add(secret_of("add", "ada", "one"), NULL), errSecSuccess);
  CHECK_STATUS(add(secret_of("add", "ada", "two"), NULL), errSecDuplicateItem);
  CHECK_STATUS(add(secret_of("add", "bob", "two"), NULL), errSecSuccess);
  CHECK_STATUS(add(secret_of("add-2", "ada", "three"), NULL), errSecSuccess);

  CFTypeRef kept = found(generic("add", "ada"), kSecReturnData);
  CHECK(is_bytes(kept, "one"));
  release(kept);

  CFMutableDictionaryRef attributes = secret_of("add", "cy", "four");
  CFIndex count = CFDictionaryGetCount(attributes);
  CHECK_STATUS(SecItemAdd(attributes, NULL), errSecSuccess);
  CHECK(CFDictionaryGetCount(attributes) == count);
  CHECK(is_text(value_of(attributes, kSecAttrAccount), "cy"));
  CFRelease(attributes);
}

void check_results_of_adding(void) {
  // A variable that was never set: nothing may look at what is in it.
  CFTypeRef result = (CFTypeRef)0x5;
  CHECK_STATUS(add(secret_of("result", "nothing", "one"), &result), errSecSuccess);
  CHECK(result == NULL);

  CHECK_STATUS(add(with(secret_of("result", "data", "one"), kSecReturnData, kCFBooleanTrue), &result), errSecSuccess);
  CHECK(is_bytes(result, "one"));
  release(result);

  result = (CFTypeRef)0x5;
  CHECK_STATUS(
      add(with(secret_of("result", "data", "two"), kSecReturnData, kCFBooleanTrue), &result), errSecDuplicateItem);
  CHECK(result == NULL);

  CFMutableDictionaryRef item = secret_of("result", "attributes", "one");
  CHECK_STATUS(add(with(item, kSecReturnAttributes, kCFBooleanTrue), &result), errSecSuccess);
  CHECK(is_text(value_of(result, kSecAttrAccount), "attributes"));
  CHECK(is_text(value_of(result, kSecAttrService), "result"));
  CHECK(is_text(value_of(result, kSecAttrAccessGroup), "default"));
  CHECK_EQUAL(value_of(result, kSecAttrAccessible), kSecAttrAccessibleWhenUnlocked);
  CHECK(is_number(value_of(result, kSecAttrSynchronizable), 0));
  CHECK(value_of(result, kSecValueData) == NULL);
  CHECK(value_of(result, kSecClass) == NULL);
  release(result);

  item = secret_of("result", "reference", "one");
  CHECK_STATUS(add(with(item, kSecReturnPersistentRef, kCFBooleanTrue), &result), errSecSuccess);
  CHECK(CFGetTypeID(result) == CFDataGetTypeID() && CFDataGetLength(result) == 20);
  release(result);

  item = with(secret_of("result", "both", "one"), kSecReturnPersistentRef, kCFBooleanTrue);
  CHECK_STATUS(add(with(item, kSecReturnData, kCFBooleanTrue), &result), errSecSuccess);
  CHECK(is_bytes(value_of(result, kSecValueData), "one"));
  CHECK(value_of(result, kSecValuePersistentRef) != NULL);
  CHECK(CFDictionaryGetCount(result) == 2);
  release(result);

  item = secret_of("result", "object", "one");
  CHECK_STATUS(add(with(item, kSecReturnRef, kCFBooleanTrue), &result), errSecSuccess);
  CHECK(result == NULL);

  CHECK_STATUS(add(with(generic("result", "no secret"), kSecReturnData, kCFBooleanTrue), &result), errSecSuccess);
  CHECK_EQUAL(result, kCFNull);
  release(result);
}

void check_kinds_of_values(void) {
  CFTypeRef result = NULL;
  CHECK_STATUS(add(secret_of("kinds", "\xc3\xbc\xf0\x9f\x94\x91", "one"), NULL), errSecSuccess);
  result = found(generic("kinds", "\xc3\xbc\xf0\x9f\x94\x91"), kSecReturnAttributes);
  CHECK(is_text(value_of(result, kSecAttrAccount), "\xc3\xbc\xf0\x9f\x94\x91"));
  release(result);

  // Text and bytes come back as they were given, and name the same account.
  CFMutableDictionaryRef item = secret_of("kinds", NULL, "two");
  CHECK_STATUS(add(with_bytes(item, kSecAttrAccount, "bytes", 5), NULL), errSecSuccess);
  result = found(generic("kinds", "bytes"), kSecReturnAttributes);
  CHECK(is_bytes(value_of(result, kSecAttrAccount), "bytes"));
  release(result);
  CHECK_STATUS(add(secret_of("kinds", "bytes", "three"), NULL), errSecDuplicateItem);

  CHECK_STATUS(add(with_bytes(generic("kinds", "empty"), kSecValueData, "", 0), NULL), errSecSuccess);
  result = found(generic("kinds", "empty"), kSecReturnData);
  CHECK(is_bytes(result, ""));
  release(result);

  item = with_number(query_of_class(kSecClassInternetPassword), kSecAttrPort, 443);
  with(with_text(item, kSecAttrServer, "example.org"), kSecAttrProtocol, kSecAttrProtocolHTTPS);
  CHECK_STATUS(add(with_bytes(item, kSecValueData, "four", 4), NULL), errSecSuccess);
  item = with_text(query_of_class(kSecClassInternetPassword), kSecAttrServer, "example.org");
  result = found(with_number(item, kSecAttrPort, 443), kSecReturnAttributes);
  CHECK(is_number(value_of(result, kSecAttrPort), 443));
  CHECK_EQUAL(value_of(result, kSecAttrProtocol), kSecAttrProtocolHTTPS);
  CHECK(is_text(value_of(result, kSecAttrPath), ""));
  release(result);

  item = with_bytes(query_of_class(kSecClassKey), kSecAttrApplicationLabel, "key", 3);
  with(with(item, kSecAttrCanSign, kCFBooleanTrue), kSecAttrKeyClass, kSecAttrKeyClassPrivate);
  CHECK_STATUS(add(with_number(item, kSecAttrKeySizeInBits, 256), NULL), errSecSuccess);
  item = with_bytes(query_of_class(kSecClassKey), kSecAttrApplicationLabel, "key", 3);
  result = found(item, kSecReturnAttributes);
  CHECK(is_number(value_of(result, kSecAttrCanSign), 1));
  CHECK(is_number(value_of(result, kSecAttrKeySizeInBits), 256));
  CHECK(is_bytes(value_of(result, kSecAttrApplicationLabel), "key"));
  release(result);

  // The keychain sets the dates, whatever is given.
  CFDateRef past = CFDateCreate(NULL, 1000);
  CHECK_STATUS(add(with(secret_of("kinds", "dated", "five"), kSecAttrCreationDate, past), NULL), errSecSuccess);
  CFRelease(past);
  result = found(generic("kinds", "dated"), kSecReturnAttributes);
  CFTypeRef made = value_of(result, kSecAttrCreationDate);
  CHECK(made != NULL && CFGetTypeID(made) == CFDateGetTypeID());
  CFAbsoluteTime age = made == NULL ? -1 : CFAbsoluteTimeGetCurrent() - CFDateGetAbsoluteTime(made);
  CHECK(age >= -1 && age < 600);
  CHECK_EQUAL(made, value_of(result, kSecAttrModificationDate));
  release(result);
}
