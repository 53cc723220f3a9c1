#include "query.h"

#include <string.h>

CFMutableDictionaryRef nothing(void) {
  return CFDictionaryCreateMutable(NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
}

CFMutableDictionaryRef query_of_class(CFStringRef item_class) {
  return with(nothing(), kSecClass, item_class);
}

CFMutableDictionaryRef generic(const char *service, const char *account) {
  CFMutableDictionaryRef query = query_of_class(kSecClassGenericPassword);
  if (service != NULL) with_text(query, kSecAttrService, service);
  if (account != NULL) with_text(query, kSecAttrAccount, account);
  return query;
}

CFMutableDictionaryRef secret_of(const char *service, const char *account, const char *secret) {
  return with_bytes(generic(service, account), kSecValueData, secret, (CFIndex)strlen(secret));
}

CFMutableDictionaryRef with(CFMutableDictionaryRef dictionary, CFTypeRef key, CFTypeRef value) {
  CFDictionarySetValue(dictionary, key, value);
  return dictionary;
}

/// Sets a value that nobody else keeps.
static CFMutableDictionaryRef with_released(CFMutableDictionaryRef dictionary, CFStringRef key, CFTypeRef value) {
  with(dictionary, key, value);
  CFRelease(value);
  return dictionary;
}

CFMutableDictionaryRef with_text(CFMutableDictionaryRef dictionary, CFStringRef key, const char *text) {
  return with_released(dictionary, key, CFStringCreateWithCString(NULL, text, kCFStringEncodingUTF8));
}

CFMutableDictionaryRef with_bytes(
    CFMutableDictionaryRef dictionary, CFStringRef key, const char *bytes, CFIndex count) {
  return with_released(dictionary, key, CFDataCreate(NULL, (const UInt8 *)bytes, count));
}

CFMutableDictionaryRef with_number(CFMutableDictionaryRef dictionary, CFStringRef key, int number) {
  return with_released(dictionary, key, CFNumberCreate(NULL, kCFNumberIntType, &number));
}

OSStatus add(CFMutableDictionaryRef attributes, CFTypeRef *result) {
  OSStatus status = SecItemAdd(attributes, result);
  CFRelease(attributes);
  return status;
}

OSStatus find(CFMutableDictionaryRef query, CFTypeRef *result) {
  OSStatus status = SecItemCopyMatching(query, result);
  CFRelease(query);
  return status;
}

OSStatus update(CFMutableDictionaryRef query, CFMutableDictionaryRef changes) {
  OSStatus status = SecItemUpdate(query, changes);
  CFRelease(query);
  CFRelease(changes);
  return status;
}

OSStatus erase(CFMutableDictionaryRef query) {
  OSStatus status = SecItemDelete(query);
  CFRelease(query);
  return status;
}

CFTypeRef found(CFMutableDictionaryRef query, CFStringRef return_key) {
  CFTypeRef result = NULL;
  find(with(query, return_key, kCFBooleanTrue), &result);
  return result;
}

CFIndex count_of(CFMutableDictionaryRef query) {
  CFTypeRef results = found(with(query, kSecMatchLimit, kSecMatchLimitAll), kSecReturnAttributes);
  CFIndex count = results == NULL ? 0 : CFArrayGetCount(results);
  release(results);
  return count;
}

int is_bytes(CFTypeRef object, const char *bytes) {
  return object != NULL && CFGetTypeID(object) == CFDataGetTypeID() &&
         CFDataGetLength(object) == (CFIndex)strlen(bytes) &&
         memcmp(CFDataGetBytePtr(object), bytes, strlen(bytes)) == 0;
}

int is_text(CFTypeRef object, const char *text) {
  char buffer[256];
  return object != NULL && CFGetTypeID(object) == CFStringGetTypeID() &&
         CFStringGetCString(object, buffer, sizeof buffer, kCFStringEncodingUTF8) && strcmp(buffer, text) == 0;
}

int is_number(CFTypeRef object, int number) {
  int value;
  return object != NULL && CFGetTypeID(object) == CFNumberGetTypeID() &&
         CFNumberGetValue(object, kCFNumberIntType, &value) && value == number;
}

CFTypeRef value_of(CFTypeRef dictionary, CFStringRef key) {
  if (dictionary == NULL || CFGetTypeID(dictionary) != CFDictionaryGetTypeID()) return NULL;
  return CFDictionaryGetValue(dictionary, key);
}

void release(CFTypeRef object) {
  if (object != NULL) CFRelease(object);
}
