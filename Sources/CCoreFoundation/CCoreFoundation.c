#include "CCoreFoundation.h"

#include <stddef.h>

unsigned long CFDictionaryGetTypeID(void);
unsigned long CFGetTypeID(const void *object);
const void *CFErrorCreate(const void *allocator, const void *domain, long code, const void *user_info);
extern const void *const kCFNull;

/// What Core Foundation calls CFRange.
struct range {
  long location;
  long length;
};

long CFArrayGetCount(const void *array);
void CFArrayGetValues(const void *array, struct range range, const void **values);
long CFSetGetCount(const void *set);
void CFSetGetValues(const void *set, const void **values);

long ccorefoundation_count(const void *collection, ccorefoundation_collection kind) {
  switch (kind) {
    case ccorefoundation_collection_array: return CFArrayGetCount(collection);
    case ccorefoundation_collection_set: return CFSetGetCount(collection);
    case ccorefoundation_collection_dictionary: return CFDictionaryGetCount(collection);
  }
  return 0;
}

void ccorefoundation_copy_values(
    const void *collection, ccorefoundation_collection kind, long count, const void **values) {
  switch (kind) {
    case ccorefoundation_collection_array:
      CFArrayGetValues(collection, (struct range){0, count}, values);
      break;
    case ccorefoundation_collection_set:
      CFSetGetValues(collection, values);
      break;
    case ccorefoundation_collection_dictionary:
      CFDictionaryGetKeysAndValues(collection, NULL, values);
      break;
  }
}

bool ccorefoundation_is_dictionary(const void *object) {
  return CFGetTypeID(object) == CFDictionaryGetTypeID();
}

const void *ccorefoundation_null(void) {
  return kCFNull;
}

const void *ccorefoundation_make_error(const void *domain, long code, const void *user_info) {
  return CFErrorCreate(NULL, domain, code, user_info);
}
