// Stores a password and reads it back. Build: cc password.c $(pkg-config --cflags --libs swift-keychain)
#include <Security/Security.h>
#include <stdio.h>

int main(void) {
  CFStringRef service = CFSTR("mail"), account = CFSTR("ada");
  CFDataRef secret = CFDataCreate(NULL, (const UInt8 *)"correct horse", 13);

  // What names the item, and the secret.
  const void *keys[] = {kSecClass, kSecAttrService, kSecAttrAccount, kSecValueData};
  const void *values[] = {kSecClassGenericPassword, service, account, secret};
  CFDictionaryRef item = CFDictionaryCreate(
      NULL, keys, values, 4, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
  OSStatus status = SecItemAdd(item, NULL);
  CFRelease(item);
  CFRelease(secret);
  if (status != errSecSuccess && status != errSecDuplicateItem) return 1;

  // The same names, and what is wanted back in the place of the secret.
  keys[3] = kSecReturnData;
  values[3] = kCFBooleanTrue;
  CFDictionaryRef query = CFDictionaryCreate(
      NULL, keys, values, 4, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
  CFTypeRef found = NULL;
  status = SecItemCopyMatching(query, &found);
  CFRelease(query);
  if (status != errSecSuccess) return 1;

  printf("%.*s\n", (int)CFDataGetLength(found), (const char *)CFDataGetBytePtr(found));
  CFRelease(found);
  return 0;
}
