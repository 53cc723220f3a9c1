// What Security needs of Core Foundation, declared by hand: the package then needs no include path into the toolchain,
// and no import of the module `CoreFoundation`, whose name a product of this package has. The functions are in
// libFoundation, which every program here is linked with.

#ifndef CCOREFOUNDATION_H
#define CCOREFOUNDATION_H

#include <stdbool.h>
#include <stdint.h>

/// How many entries a dictionary has. `dictionary` is a `CFDictionaryRef`.
long CFDictionaryGetCount(const void *dictionary);

/// Puts keys and values side by side; each array has room for as many as there are entries. They stay the dictionary's.
void CFDictionaryGetKeysAndValues(const void *dictionary, const void **keys, const void **values);

/// What a collection is.
enum ccorefoundation_collection {
  ccorefoundation_collection_array,
  ccorefoundation_collection_set,
  ccorefoundation_collection_dictionary,
} __attribute__((enum_extensibility(closed)));
typedef enum ccorefoundation_collection ccorefoundation_collection;

/// How many values a collection has.
long ccorefoundation_count(const void *collection, ccorefoundation_collection kind);

/// Puts the values side by side, of which there are `count`. They stay the collection's, and may be NULL.
void ccorefoundation_copy_values(
    const void *collection, ccorefoundation_collection kind, long count, const void **values);

/// Whether a `CFTypeRef` is a dictionary.
bool ccorefoundation_is_dictionary(const void *object);

/// The null object, which is never freed: other null objects have no type ID.
const void *ccorefoundation_null(void);

/// A `CFErrorRef`, which the caller releases; a Swift error has no type ID. `domain` is a `CFStringRef`, `user_info` a
/// `CFDictionaryRef`.
const void *ccorefoundation_make_error(const void *domain, long code, const void *user_info);

/// Makes a Swift class known to Core Foundation, for ever.
///
/// Each of its objects must have `ccorefoundation_object_word` of the result right behind the header that every Swift
/// object has, and the objects are made and freed by Swift alone.
/// - Returns: the type ID, 0 where no more classes can be known.
unsigned long ccorefoundation_register_class(
    const char *name, const void *swift_class, unsigned char (*is_equal)(const void *, const void *),
    unsigned long (*hash)(const void *), const void *(*copy_description)(const void *));

/// What objects of the type have behind their header.
uint64_t ccorefoundation_object_word(unsigned long type_id);

#endif
