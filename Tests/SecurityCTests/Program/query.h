// Dictionaries for the calls, and the calls on them.
//
// What a function here takes as `CFMutableDictionaryRef` is used up: the call releases it.

#ifndef QUERY_H
#define QUERY_H

#include <Security/Security.h>

/// A dictionary with a class and nothing else.
CFMutableDictionaryRef query_of_class(CFStringRef item_class);

/// A generic password of a service and an account; NULL leaves one out.
CFMutableDictionaryRef generic(const char *service, const char *account);

/// A generic password with a secret.
CFMutableDictionaryRef secret_of(const char *service, const char *account, const char *secret);

/// A dictionary with nothing in it, for changes.
CFMutableDictionaryRef nothing(void);

/// Each gives back the dictionary it changed.
CFMutableDictionaryRef with(CFMutableDictionaryRef dictionary, CFTypeRef key, CFTypeRef value);
CFMutableDictionaryRef with_text(CFMutableDictionaryRef dictionary, CFStringRef key, const char *text);
CFMutableDictionaryRef with_bytes(CFMutableDictionaryRef dictionary, CFStringRef key, const char *bytes, CFIndex count);
CFMutableDictionaryRef with_number(CFMutableDictionaryRef dictionary, CFStringRef key, int number);

/// The calls; `result` as the calls have it.
OSStatus add(CFMutableDictionaryRef attributes, CFTypeRef *result);
OSStatus find(CFMutableDictionaryRef query, CFTypeRef *result);
OSStatus update(CFMutableDictionaryRef query, CFMutableDictionaryRef changes);
OSStatus erase(CFMutableDictionaryRef query);

/// One result as the return key asks for it, which the caller releases; NULL where there is none.
CFTypeRef found(CFMutableDictionaryRef query, CFStringRef return_key);

/// How many items match.
CFIndex count_of(CFMutableDictionaryRef query);

/// Whether an object is the bytes, the text or the number.
int is_bytes(CFTypeRef object, const char *bytes);
int is_text(CFTypeRef object, const char *text);
int is_number(CFTypeRef object, int number);

/// The value of a key in a dictionary, NULL where it is no dictionary.
CFTypeRef value_of(CFTypeRef dictionary, CFStringRef key);

/// Releases an object that may be missing.
void release(CFTypeRef object);

#endif
