#include <Security/SecItemPriv.h>

#include "check.h"
#include "query.h"
#include "sections.h"

void check_constants(void) {
#define CONSTANT(name, text) check_that(is_text(name, text), #name, __FILE__, __LINE__);
#include "Constants.def"

  // They are constants: retaining and releasing leaves them as they are.
  CFRetain(kSecClass);
  CFRelease(kSecClass);
  CFRelease(kSecClass);
  CHECK(is_text(kSecClass, "class"));
  CHECK(CFHash(kSecAttrAccount) == CFHash(CFSTR("acct")));
  CFStringRef copy = CFStringCreateCopy(NULL, kSecAttrAccount);
  CHECK_EQUAL(copy, kSecAttrAccount);
  CFRelease(copy);
  CFStringRef longer = CFStringCreateWithFormat(NULL, NULL, CFSTR("%@!"), kSecAttrAccount);
  CHECK(is_text(longer, "acct!"));
  CFRelease(longer);
}
