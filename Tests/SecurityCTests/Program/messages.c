#include <string.h>

#include "check.h"
#include "query.h"
#include "sections.h"

void check_random_bytes(void) {
  unsigned char one[64] = {0}, two[64] = {0}, zeros[64] = {0};
  CHECK(SecRandomCopyBytes(kSecRandomDefault, sizeof one, one) == errSecSuccess);
  CHECK(SecRandomCopyBytes(NULL, sizeof two, two) == errSecSuccess);
  CHECK(memcmp(one, zeros, sizeof one) != 0);
  CHECK(memcmp(one, two, sizeof one) != 0);

  void *absent = NULL;
  unsigned char edges[34] = {0};
  CHECK(SecRandomCopyBytes(kSecRandomDefault, 32, edges + 1) == errSecSuccess);
  CHECK(edges[0] == 0 && edges[33] == 0);
  CHECK(SecRandomCopyBytes(kSecRandomDefault, 0, edges) == errSecSuccess);
  CHECK(SecRandomCopyBytes(kSecRandomDefault, 0, absent) == errSecSuccess);
  CHECK(SecRandomCopyBytes(kSecRandomDefault, 1, absent) == errSecParam);
}

static int has_message(OSStatus status, const char *words) {
  CFStringRef message = SecCopyErrorMessageString(status, NULL);
  int holds = is_text(message, words);
  release(message);
  return holds;
}

void check_error_messages(void) {
  CHECK(has_message(errSecSuccess, "No error."));
  CHECK(has_message(errSecItemNotFound, "The specified item could not be found in the keychain."));
  CHECK(has_message(errSecDuplicateItem, "The specified item already exists in the keychain."));
  CHECK(has_message(errSecParam, "One or more parameters passed to a function were not valid."));
  CHECK(has_message(errSecMissingEntitlement, "A required entitlement isn't present."));
  CHECK(has_message(errSecInteractionNotAllowed, "User interaction is not allowed."));
  CHECK(has_message(12345, "OSStatus 12345"));
  const OSStatus others[] = {errSecIO, errSecAuthFailed, errSecNoSuchAttr, errSecDecode, errSecCertificateExpired};
  for (int index = 0; index < 5; index += 1) {
    CFStringRef message = SecCopyErrorMessageString(others[index], NULL);
    CHECK(message != NULL && CFStringGetLength(message) > 10);
    release(message);
  }
}
