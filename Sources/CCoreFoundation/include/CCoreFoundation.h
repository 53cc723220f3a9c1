// The calls of Core Foundation that reading a dictionary takes, declared by hand: the package then needs no include
// path into the toolchain, and no import of the module `CoreFoundation`, whose name a product of this package has.
// The functions are in libFoundation, which every program here is linked with.

#ifndef CCOREFOUNDATION_H
#define CCOREFOUNDATION_H

/// How many entries a dictionary has. `dictionary` is a `CFDictionaryRef`.
long CFDictionaryGetCount(const void *dictionary);

/// Puts keys and values side by side; each array has room for as many as there are entries. They stay the dictionary's.
void CFDictionaryGetKeysAndValues(const void *dictionary, const void **keys, const void **values);

#endif
