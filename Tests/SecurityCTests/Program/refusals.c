#include <CoreFoundation/CFSet.h>
#include <Security/SecItemPriv.h>

#include "check.h"
#include "query.h"
#include "sections.h"

/// A dictionary that retains nothing and compares keys by their addresses, with one entry beside class and service.
static CFDictionaryRef bare(const void *key, const void *value) {
  const void *keys[] = {kSecClass, kSecAttrService, key};
  const void *values[] = {kSecClassGenericPassword, CFSTR("refuse"), value};
  return CFDictionaryCreate(NULL, keys, values, 3, NULL, NULL);
}

static OSStatus find_bare(const void *key, const void *value) {
  CFDictionaryRef query = bare(key, value);
  OSStatus status = SecItemCopyMatching(query, NULL);
  CFRelease(query);
  return status;
}

static OSStatus add_bare(const void *key, const void *value) {
  CFDictionaryRef attributes = bare(key, value);
  OSStatus status = SecItemAdd(attributes, NULL);
  CFRelease(attributes);
  return status;
}

void check_wrong_dictionaries(void) {
  // Compilers that know the annotation do not let NULL itself through.
  CFDictionaryRef absent = NULL;
  CFTypeRef result = (CFTypeRef)0x5;
  CHECK_STATUS(SecItemAdd(absent, &result), errSecParam);
  CHECK(result == NULL);
  result = (CFTypeRef)0x5;
  CHECK_STATUS(SecItemCopyMatching(absent, &result), errSecParam);
  CHECK(result == NULL);
  CHECK_STATUS(SecItemCopyMatching(absent, NULL), errSecParam);
  CHECK_STATUS(SecItemDelete(absent), errSecParam);
  CFMutableDictionaryRef query = generic("refuse", "ada");
  CHECK_STATUS(SecItemUpdate(query, absent), errSecParam);
  CHECK_STATUS(SecItemUpdate(absent, query), errSecParam);
  CHECK_STATUS(SecItemUpdate(absent, absent), errSecParam);
  CFRelease(query);

  CHECK_STATUS(SecItemAdd((CFDictionaryRef)CFSTR("text"), NULL), errSecParam);
  CHECK_STATUS(SecItemDelete((CFDictionaryRef)kCFNull), errSecParam);
  CHECK_STATUS(find(nothing(), NULL), errSecParam);

  // Such a dictionary is one like any other, as long as its keys and values are objects.
  CHECK_STATUS(add_bare(kSecAttrAccount, CFSTR("bare")), errSecSuccess);
  CFStringRef equal_key = CFStringCreateWithCString(NULL, "acct", kCFStringEncodingUTF8);
  CHECK_STATUS(find_bare(equal_key, CFSTR("bare")), errSecSuccess);
  CHECK_STATUS(find_bare(equal_key, CFSTR("other")), errSecItemNotFound);
  CFRelease(equal_key);

  CHECK_STATUS(find_bare(kSecAttrAccount, NULL), errSecParam);
  CHECK_STATUS(find_bare(NULL, CFSTR("bare")), errSecParam);
  CHECK_STATUS(find_bare(NULL, NULL), errSecParam);
  CHECK_STATUS(find_bare(kSecReturnData, NULL), errSecParam);
  CHECK_STATUS(add_bare(kSecValueData, NULL), errSecParam);
  CHECK_STATUS(add_bare(NULL, CFSTR("bare")), errSecParam);

  const void *keys[] = {kSecAttrLabel}, *values[] = {NULL};
  CFDictionaryRef changes = CFDictionaryCreate(NULL, keys, values, 1, NULL, NULL);
  query = generic("refuse", "bare");
  CHECK_STATUS(SecItemUpdate(query, changes), errSecParam);
  CHECK_STATUS(SecItemDelete(changes), errSecParam);
  CFRelease(changes);
  CHECK_STATUS(SecItemDelete(query), errSecSuccess);
  CFRelease(query);
}

/// Collections within the dictionary that hold nothing where an object belongs.
static void check_inner_nulls(void) {
  const void *none[] = {NULL};
  CFArrayRef array = CFArrayCreate(NULL, none, 1, NULL);
  CHECK_STATUS(find(with(with(nothing(), kSecClass, kSecClassCertificate), kSecMatchIssuers, array), NULL), errSecParam);
  CHECK_STATUS(find(with(generic("refuse", NULL), CFSTR("m_Future"), array), NULL), errSecParam);
  CFRelease(array);
  CFDictionaryRef dictionary = CFDictionaryCreate(NULL, none, none, 1, NULL, NULL);
  CHECK_STATUS(find(with(generic("refuse", NULL), CFSTR("m_Future"), dictionary), NULL), errSecParam);
  CHECK_STATUS(find(with(generic("refuse", NULL), kSecAttrLabel, dictionary), NULL), errSecParam);
  CFRelease(dictionary);
  CFSetRef set = CFSetCreate(NULL, none, 1, NULL);
  CHECK_STATUS(find(with(generic("refuse", NULL), CFSTR("m_Future"), set), NULL), errSecParam);
  CFRelease(set);
  const void *texts[] = {CFSTR("text")};
  array = CFArrayCreate(NULL, texts, 1, &kCFTypeArrayCallBacks);
  CHECK_STATUS(find(with(generic("refuse", NULL), CFSTR("m_Future"), array), NULL), errSecItemNotFound);
  CFRelease(array);
}

void check_wrong_queries(void) {
  check_inner_nulls();
  CHECK_STATUS(find(with_text(nothing(), kSecAttrService, "refuse"), NULL), errSecParam);
  CHECK_STATUS(find(with_text(nothing(), kSecClass, "none"), NULL), errSecNoSuchClass);
  CHECK_STATUS(find(with_number(nothing(), kSecClass, 1), NULL), errSecParam);
  CHECK_STATUS(find(with_text(generic("refuse", NULL), kSecAttrServer, "example.org"), NULL), errSecNoSuchAttr);
  CHECK_STATUS(add(with_text(secret_of("refuse", "a", "b"), kSecAttrServer, "c"), NULL), errSecNoSuchAttr);
  CHECK_STATUS(find(with_text(generic("refuse", NULL), CFSTR("xyz"), "a"), NULL), errSecParam);
  CHECK_STATUS(find(with_text(generic("refuse", NULL), CFSTR("u_Unknown"), "a"), NULL), errSecParam);
  CHECK_STATUS(find(with_text(generic("refuse", NULL), CFSTR(""), "a"), NULL), errSecParam);

  int one = 1;
  CFNumberRef number = CFNumberCreate(NULL, kCFNumberIntType, &one);
  CHECK_STATUS(find(with(generic("refuse", NULL), number, CFSTR("a")), NULL), errSecNoSuchAttr);
  CHECK_STATUS(find(with(generic("refuse", NULL), kCFNull, CFSTR("a")), NULL), errSecParam);
  CHECK_STATUS(find(with(generic("refuse", NULL), kSecReturnData, number), NULL), errSecParam);
  CFRelease(number);
  CFDataRef key = CFDataCreate(NULL, (const UInt8 *)"acct", 4);
  CHECK_STATUS(find(with(generic("refuse", NULL), key, CFSTR("a")), NULL), errSecParam);
  CFRelease(key);

  CHECK_STATUS(find(with_text(generic("refuse", NULL), kSecReturnData, "true"), NULL), errSecParam);
  CFMutableDictionaryRef query = with_text(generic("refuse", NULL), kSecMatchHostOrSubdomainOfHost, "a");
  CHECK_STATUS(find(query, NULL), errSecUnimplemented);
  query = with_text(generic("refuse", NULL), kSecAttrAccessGroup, "foreign");
  CHECK_STATUS(find(query, NULL), errSecMissingEntitlement);
  query = with_text(secret_of("refuse", "a", "b"), kSecAttrAccessGroup, "foreign");
  CHECK_STATUS(add(query, NULL), errSecMissingEntitlement);
  CHECK_STATUS(add(with(secret_of("refuse", "a", "b"), kSecMatchLimit, kSecMatchLimitAll), NULL), errSecParam);
  CHECK(count_of(generic("refuse", NULL)) == 0);
}

void check_wrong_values(void) {
  CFArrayRef array = CFArrayCreate(NULL, NULL, 0, &kCFTypeArrayCallBacks);
  CFDateRef date = CFDateCreate(NULL, 0);
  const CFTypeRef secrets[] = {CFSTR("text"), kCFBooleanTrue, kCFNull, array, date};
  for (int index = 0; index < 5; index += 1) {
    CHECK_STATUS(add(with(generic("refuse", "ada"), kSecValueData, secrets[index]), NULL), errSecParam);
    CHECK_STATUS(find(with(generic("refuse", "ada"), kSecValueData, secrets[index]), NULL), errSecParam);
  }
  const CFTypeRef accounts[] = {kCFBooleanTrue, kCFNull, array, date};
  for (int index = 0; index < 4; index += 1) {
    CHECK_STATUS(add(with(generic("refuse", NULL), kSecAttrAccount, accounts[index]), NULL), errSecParam);
  }
  CHECK_STATUS(add(with_bytes(generic("refuse", "a"), kSecAttrCreator, "abcd", 4), NULL), errSecParam);
  CHECK_STATUS(add(with_text(generic("refuse", "a"), kSecAttrAccessible, "never"), NULL), errSecParam);
  CHECK_STATUS(add(with(generic("refuse", "a"), kSecAttrSynchronizable, array), NULL), errSecParam);
  CHECK_STATUS(add(with(generic("refuse", "a"), CFSTR("extra"), kCFNull), NULL), errSecParam);
  double fraction = 1.5;
  CFNumberRef number = CFNumberCreate(NULL, kCFNumberDoubleType, &fraction);
  CHECK_STATUS(add(with(generic("refuse", "a"), kSecAttrCreator, number), NULL), errSecDecode);
  CFRelease(number);
  CFRelease(array);
  CFRelease(date);
  CHECK(count_of(generic("refuse", NULL)) == 0);
}
