#include <Security/SecItemPriv.h>

#include "check.h"
#include "query.h"
#include "sections.h"

static CFMutableDictionaryRef synchronizable(CFMutableDictionaryRef query) {
  return with(query, kSecAttrSynchronizable, kCFBooleanTrue);
}

static CFMutableDictionaryRef any(CFMutableDictionaryRef query) {
  return with(query, kSecAttrSynchronizable, kSecAttrSynchronizableAny);
}

static CFMutableDictionaryRef tombstone(CFMutableDictionaryRef query) {
  return with(synchronizable(query), kSecAttrTombstone, kCFBooleanTrue);
}

void check_synchronizable(void) {
  CHECK_STATUS(add(secret_of("sync", "ada", "here"), NULL), errSecSuccess);
  CHECK_STATUS(add(synchronizable(secret_of("sync", "ada", "everywhere")), NULL), errSecSuccess);
  CHECK_STATUS(add(synchronizable(secret_of("sync", "ada", "again")), NULL), errSecDuplicateItem);

  CFTypeRef result = found(generic("sync", "ada"), kSecReturnData);
  CHECK(is_bytes(result, "here"));
  release(result);
  result = found(synchronizable(generic("sync", "ada")), kSecReturnData);
  CHECK(is_bytes(result, "everywhere"));
  release(result);
  result = found(with_number(generic("sync", "ada"), kSecAttrSynchronizable, 1), kSecReturnAttributes);
  CHECK(is_number(value_of(result, kSecAttrSynchronizable), 1));
  release(result);
  CHECK(count_of(generic("sync", NULL)) == 1);
  CHECK(count_of(any(generic("sync", NULL))) == 2);

  CFMutableDictionaryRef item = synchronizable(secret_of("sync", "stays", "one"));
  with(item, kSecAttrAccessible, kSecAttrAccessibleWhenUnlockedThisDeviceOnly);
  CHECK_STATUS(add(item, NULL), errSecParam);
  CHECK_STATUS(update(generic("sync", "ada"), synchronizable(nothing())), errSecDuplicateItem);
  CHECK_STATUS(erase(generic("sync", "ada")), errSecSuccess);
  CHECK_STATUS(find(generic("sync", "ada"), NULL), errSecItemNotFound);
  CHECK_STATUS(find(synchronizable(generic("sync", "ada")), NULL), errSecSuccess);
}

void check_tombstones(void) {
  CFTypeRef reference = found(synchronizable(generic("sync", "ada")), kSecReturnPersistentRef);
  CHECK_STATUS(erase(synchronizable(generic("sync", "ada"))), errSecSuccess);
  CHECK_STATUS(find(any(generic("sync", "ada")), NULL), errSecItemNotFound);

  CFTypeRef result = found(tombstone(generic("sync", "ada")), kSecReturnAttributes);
  CHECK(is_number(value_of(result, kSecAttrTombstone), 1));
  CHECK(is_text(value_of(result, kSecAttrAccount), "ada"));
  release(result);
  CHECK_STATUS(find(with(tombstone(generic("sync", "ada")), kSecReturnData, kCFBooleanTrue), &result), errSecSuccess);
  CHECK(result == NULL);

  CHECK_STATUS(add(synchronizable(secret_of("sync", "ada", "back")), NULL), errSecSuccess);
  result = found(synchronizable(generic("sync", "ada")), kSecReturnPersistentRef);
  CHECK_EQUAL(result, reference);
  release(result);
  release(reference);
  CHECK_STATUS(find(tombstone(generic("sync", "ada")), NULL), errSecItemNotFound);

  CHECK_STATUS(erase(with(synchronizable(generic("sync", "ada")), kSecUseTombstones, kCFBooleanFalse)), errSecSuccess);
  CHECK_STATUS(find(tombstone(generic("sync", "ada")), NULL), errSecItemNotFound);

  CHECK_STATUS(add(synchronizable(secret_of("sync", "bob", "one")), NULL), errSecSuccess);
  CHECK_STATUS(erase(synchronizable(generic("sync", "bob"))), errSecSuccess);
  CHECK_STATUS(erase(tombstone(generic("sync", "bob"))), errSecSuccess);
  CHECK_STATUS(find(tombstone(generic("sync", "bob")), NULL), errSecItemNotFound);
}
