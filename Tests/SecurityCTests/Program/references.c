#include <string.h>

#include "check.h"
#include "query.h"
#include "sections.h"

static CFMutableDictionaryRef by(CFTypeRef reference) {
  return with(nothing(), kSecValuePersistentRef, reference);
}

static CFMutableDictionaryRef by_bytes(const char *bytes) {
  return with_bytes(nothing(), kSecValuePersistentRef, bytes, (CFIndex)strlen(bytes));
}

static CFMutableDictionaryRef wanting_reference(CFMutableDictionaryRef query) {
  return with(query, kSecReturnPersistentRef, kCFBooleanTrue);
}

void check_persistent_references(void) {
  CFTypeRef ada = NULL, bob = NULL, result = NULL;
  CHECK_STATUS(add(wanting_reference(secret_of("ref", "ada", "one")), &ada), errSecSuccess);
  CHECK_STATUS(add(wanting_reference(secret_of("ref", "bob", "two")), &bob), errSecSuccess);
  CHECK(!CFEqual(ada, bob));
  result = found(generic("ref", "ada"), kSecReturnPersistentRef);
  CHECK_EQUAL(result, ada);
  release(result);

  result = found(by(ada), kSecReturnData);
  CHECK(is_bytes(result, "one"));
  release(result);
  result = found(with(by(bob), kSecClass, kSecClassGenericPassword), kSecReturnAttributes);
  CHECK(is_text(value_of(result, kSecAttrAccount), "bob"));
  release(result);
  result = found(with(by(ada), kSecMatchLimit, kSecMatchLimitAll), kSecReturnData);
  CHECK(result != NULL && CFGetTypeID(result) == CFArrayGetTypeID() && CFArrayGetCount(result) == 1);
  release(result);

  CHECK_STATUS(find(with(by(ada), kSecClass, kSecClassKey), NULL), errSecNoSuchClass);
  CHECK_STATUS(find(with_text(by(ada), kSecAttrAccount, "ada"), NULL), errSecParam);
  CHECK_STATUS(find(by(CFSTR("ada")), NULL), errSecParam);
  CHECK_STATUS(find(by(kCFNull), NULL), errSecParam);
  CHECK_STATUS(find(by_bytes("genp"), NULL), errSecParam);
  CHECK_STATUS(find(by_bytes("none0123456789abcdef"), NULL), errSecParam);
  CHECK_STATUS(find(by_bytes("genp0123456789abcdef"), NULL), errSecItemNotFound);

  // The reference stays whatever becomes of the names.
  CHECK_STATUS(update(by(ada), with_text(nothing(), kSecAttrAccount, "eve")), errSecSuccess);
  result = found(generic("ref", "eve"), kSecReturnPersistentRef);
  CHECK_EQUAL(result, ada);
  release(result);

  CHECK_STATUS(erase(with_text(by(bob), kSecAttrAccount, "nobody")), errSecItemNotFound);
  CHECK_STATUS(erase(by(ada)), errSecSuccess);
  CHECK_STATUS(find(by(ada), NULL), errSecItemNotFound);
  CHECK_STATUS(find(by(bob), NULL), errSecSuccess);
  CHECK_STATUS(add(wanting_reference(secret_of("ref", "eve", "one")), &result), errSecSuccess);
  CHECK(!CFEqual(result, ada));
  release(result);
  release(ada);
  release(bob);
}
