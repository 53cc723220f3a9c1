#include "check.h"
#include "query.h"
#include "sections.h"

static CFMutableDictionaryRef in_group(CFMutableDictionaryRef query, const char *group) {
  return with_text(query, kSecAttrAccessGroup, group);
}

void check_access_groups(void) {
  CHECK_STATUS(add(secret_of("group", "ada", "first"), NULL), errSecSuccess);
  CHECK_STATUS(add(in_group(secret_of("group", "ada", "second"), "team.b"), NULL), errSecSuccess);
  CHECK_STATUS(add(in_group(secret_of("group", "ada", "third"), "team.a"), NULL), errSecDuplicateItem);
  CHECK_STATUS(add(in_group(secret_of("group", "ada", "third"), "team.c"), NULL), errSecMissingEntitlement);
  CHECK_STATUS(add(in_group(secret_of("group", "ada", "third"), "default"), NULL), errSecMissingEntitlement);

  CFTypeRef result = found(in_group(generic("group", "ada"), "team.a"), kSecReturnData);
  CHECK(is_bytes(result, "first"));
  release(result);
  result = found(in_group(generic("group", "ada"), "team.b"), kSecReturnData);
  CHECK(is_bytes(result, "second"));
  release(result);
  CHECK(count_of(generic("group", "ada")) == 2);
  CHECK_STATUS(update(in_group(generic("group", "ada"), "team.b"), in_group(nothing(), "team.a")), errSecDuplicateItem);
  CHECK_STATUS(erase(in_group(generic("group", "ada"), "team.a")), errSecSuccess);
  CHECK_STATUS(update(generic("group", "ada"), in_group(nothing(), "team.a")), errSecSuccess);
  CHECK_STATUS(find(in_group(generic("group", "ada"), "team.b"), NULL), errSecItemNotFound);
}
