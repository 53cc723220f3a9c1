#include "check.h"
#include "query.h"
#include "sections.h"

static OSStatus change(const char *account, CFStringRef key, const char *text) {
  return update(generic("change", account), with_text(nothing(), key, text));
}

static int has_secret(const char *account, const char *secret) {
  CFTypeRef result = found(generic("change", account), kSecReturnData);
  int holds = is_bytes(result, secret);
  release(result);
  return holds;
}

void check_updating(void) {
  CHECK_STATUS(add(with_text(secret_of("change", "ada", "one"), kSecAttrComment, "first"), NULL), errSecSuccess);
  CHECK_STATUS(add(secret_of("change", "bob", "two"), NULL), errSecSuccess);
  CFTypeRef before = found(generic("change", "ada"), kSecReturnAttributes);

  CHECK_STATUS(update(generic("change", "ada"), with_bytes(nothing(), kSecValueData, "new", 3)), errSecSuccess);
  CHECK(has_secret("ada", "new"));
  CHECK(has_secret("bob", "two"));
  CFTypeRef after = found(generic("change", "ada"), kSecReturnAttributes);
  CHECK(is_text(value_of(after, kSecAttrComment), "first"));
  CHECK_EQUAL(value_of(before, kSecAttrCreationDate), value_of(after, kSecAttrCreationDate));
  CHECK(CFDateCompare(value_of(before, kSecAttrModificationDate), value_of(after, kSecAttrModificationDate), NULL) ==
        kCFCompareLessThan);
  release(before);
  release(after);

  CHECK_STATUS(change(NULL, kSecAttrLabel, "both"), errSecSuccess);
  CHECK(count_of(with_text(generic("change", NULL), kSecAttrLabel, "both")) == 2);
  CHECK_STATUS(change("ada", kSecAttrAccount, "eve"), errSecSuccess);
  CHECK(has_secret("eve", "new"));
  CHECK_STATUS(find(generic("change", "ada"), NULL), errSecItemNotFound);
  CHECK_STATUS(update(generic("change", "bob"), nothing()), errSecSuccess);
  CHECK_STATUS(update(generic("change", "bob"), with_bytes(nothing(), kSecValueData, "", 0)), errSecSuccess);
  CHECK(has_secret("bob", ""));
  CHECK_STATUS(update(generic("change", "bob"), with(nothing(), kSecAttrAccessible, kSecAttrAccessibleAlways)),
               errSecSuccess);
  CHECK_STATUS(find(with(generic("change", "bob"), kSecAttrAccessible, kSecAttrAccessibleAlways), NULL), errSecSuccess);
}

void check_refused_updates(void) {
  CHECK_STATUS(change("nobody", kSecAttrLabel, "none"), errSecItemNotFound);
  CHECK_STATUS(change("bob", kSecAttrAccount, "eve"), errSecDuplicateItem);
  CHECK_STATUS(find(generic("change", "bob"), NULL), errSecSuccess);
  CHECK_STATUS(change("bob", kSecAttrServer, "example.org"), errSecNoSuchAttr);
  CHECK_STATUS(change("bob", kSecAttrAccessGroup, "foreign"), errSecMissingEntitlement);
  CHECK_STATUS(change("bob", kSecClass, "genp"), errSecNoSuchAttr);
  CHECK_STATUS(change("bob", kSecValueData, "text"), errSecParam);
  CHECK_STATUS(update(generic("change", "bob"), with(nothing(), kSecValueData, kCFNull)), errSecParam);
  CHECK_STATUS(update(generic("change", "bob"), with(nothing(), kSecAttrLabel, kCFNull)), errSecParam);
  CHECK_STATUS(update(generic("change", "bob"), with(nothing(), kSecReturnData, kCFBooleanTrue)), errSecNoSuchAttr);
  CHECK_STATUS(update(with(generic("change", "bob"), kSecReturnData, kCFNull), nothing()), errSecParam);
  CHECK_STATUS(update(with(generic("change", "bob"), kSecMatchLimit, kSecMatchLimitOne), nothing()), errSecParam);
  // What repeats that every match is meant is passed over, as on macOS.
  CHECK_STATUS(update(with(generic("change", "bob"), kSecReturnData, kCFBooleanTrue), nothing()), errSecSuccess);
  CHECK_STATUS(update(with(generic("change", "bob"), kSecMatchLimit, kSecMatchLimitAll), nothing()), errSecSuccess);
  CHECK(has_secret("bob", ""));
}

void check_deleting(void) {
  CHECK_STATUS(erase(with(generic("change", "bob"), kSecMatchLimit, kSecMatchLimitOne)), errSecParam);
  CHECK_STATUS(erase(generic("change", "nobody")), errSecItemNotFound);
  CHECK_STATUS(erase(with(generic("change", "bob"), kSecMatchLimit, kSecMatchLimitAll)), errSecSuccess);
  CHECK_STATUS(find(generic("change", "bob"), NULL), errSecItemNotFound);
  CHECK_STATUS(erase(generic("change", "bob")), errSecItemNotFound);
  CHECK_STATUS(find(generic("change", "eve"), NULL), errSecSuccess);
  CHECK_STATUS(add(secret_of("change", "bob", "three"), NULL), errSecSuccess);
  CHECK(has_secret("bob", "three"));
  CHECK_STATUS(erase(with(generic("change", NULL), kSecReturnData, kCFBooleanTrue)), errSecSuccess);
  CHECK(count_of(generic("change", NULL)) == 0);
  CHECK_STATUS(erase(query_of_class(kSecClassKey)), errSecSuccess);
  CHECK_STATUS(find(query_of_class(kSecClassKey), NULL), errSecItemNotFound);
  CHECK_STATUS(find(query_of_class(kSecClassInternetPassword), NULL), errSecSuccess);
}
