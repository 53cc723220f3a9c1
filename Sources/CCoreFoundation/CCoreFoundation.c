#include "CCoreFoundation.h"

#include <stddef.h>

unsigned long CFDictionaryGetTypeID(void);
unsigned long CFGetTypeID(const void *object);
const void *CFErrorCreate(const void *allocator, const void *domain, long code, const void *user_info);
extern const void *const kCFNull;

bool ccorefoundation_is_dictionary(const void *object) {
  return CFGetTypeID(object) == CFDictionaryGetTypeID();
}

const void *ccorefoundation_null(void) {
  return kCFNull;
}

const void *ccorefoundation_make_error(const void *domain, long code, const void *user_info) {
  return CFErrorCreate(NULL, domain, code, user_info);
}
