#include "check.h"
#include "query.h"
#include "sections.h"

void check_lifetimes(void) {
  CHECK_STATUS(add(with_text(secret_of("life", "ada", "one"), kSecAttrLabel, "label"), NULL), errSecSuccess);
  CFMutableDictionaryRef query = with(generic("life", "ada"), kSecReturnData, kCFBooleanTrue);
  with(query, kSecReturnAttributes, kCFBooleanTrue);
  CFTypeRef first = NULL, second = NULL;
  CHECK_STATUS(SecItemCopyMatching(query, &first), errSecSuccess);
  CHECK_STATUS(find(query, &second), errSecSuccess);
  CHECK(first != second);
  CHECK_EQUAL(first, second);

  // What was found lives on its own: without the query, without the item, without the dictionary it came in.
  CHECK_STATUS(erase(generic("life", "ada")), errSecSuccess);
  CFTypeRef secret = CFRetain(value_of(first, kSecValueData)), label = CFRetain(value_of(second, kSecAttrLabel));
  CFRelease(first);
  CHECK(is_bytes(secret, "one"));
  CHECK(is_text(value_of(second, kSecAttrAccount), "ada"));

  CFRelease(second);
  CHECK(is_text(label, "label"));
  CFRelease(label);
  CFRelease(secret);

  // A result with its class is a query for the same item.
  CHECK_STATUS(add(secret_of("life", "ada", "two"), NULL), errSecSuccess);
  CFTypeRef result = found(generic("life", "ada"), kSecReturnAttributes);
  CFMutableDictionaryRef again = CFDictionaryCreateMutableCopy(NULL, 0, result);
  CFRelease(result);
  with(again, kSecClass, kSecClassGenericPassword);
  CHECK_STATUS(SecItemCopyMatching(again, NULL), errSecSuccess);
  CHECK_STATUS(erase(again), errSecSuccess);
  CHECK_STATUS(find(generic("life", "ada"), NULL), errSecItemNotFound);
  CHECK_STATUS(add(with_text(secret_of("life", "ada", "three"), kSecAttrLabel, "label"), NULL), errSecSuccess);

  // What C can do with Core Foundation's own objects it can do with those that come from here.
  result = found(generic("life", "ada"), kSecReturnAttributes);
  CFIndex count = CFDictionaryGetCount(result);
  const void *keys[64], *values[64];
  CHECK(count > 5 && count <= 64);
  if (count <= 64) CFDictionaryGetKeysAndValues(result, keys, values);
  int named = 0;
  for (CFIndex index = 0; index < count && index < 64; index += 1) {
    named += CFGetTypeID(keys[index]) == CFStringGetTypeID() && CFGetTypeID(values[index]) != 0;
  }
  CHECK(named == count);
  CHECK(CFDictionaryContainsKey(result, kSecAttrLabel));
  CFDictionaryRef copy = CFDictionaryCreateCopy(NULL, result);
  CHECK_EQUAL(copy, result);
  CFRelease(copy);
  release(result);

  result = found(with(generic("life", NULL), kSecMatchLimit, kSecMatchLimitAll), kSecReturnAttributes);
  CFMutableArrayRef list = CFArrayCreateMutableCopy(NULL, 0, result);
  release(result);
  CHECK(is_text(value_of(CFArrayGetValueAtIndex(list, 0), kSecAttrAccount), "ada"));
  CFArrayRemoveAllValues(list);
  CFRelease(list);

  for (int round = 0; round < 50; round += 1) {
    release(found(generic("life", "ada"), kSecReturnAttributes));
    release(found(with(generic("life", NULL), kSecMatchLimit, kSecMatchLimitAll), kSecReturnData));
  }
  CHECK(count_of(generic("life", NULL)) == 1);
}

void leak_a_result(void) {
  CHECK_STATUS(add(secret_of("life", "ada", "one"), NULL), errSecSuccess);
  CFTypeRef result = found(generic("life", "ada"), kSecReturnAttributes);
  CHECK(result != NULL);
}
