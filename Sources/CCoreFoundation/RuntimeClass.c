#include "CCoreFoundation.h"

#include <stdlib.h>

/// What Core Foundation keeps of a class, as the toolchain's CFRuntime.h declares it. It is not copied.
struct runtime_class {
  long version;
  const char *name;
  void (*initialize)(const void *);
  const void *(*copy)(const void *, const void *);
  void (*finalize)(const void *);
  unsigned char (*is_equal)(const void *, const void *);
  unsigned long (*hash)(const void *);
  const void *(*copy_formatted)(const void *, const void *);
  const void *(*copy_description)(const void *);
  // A class of version 0 has no use for what follows.
  void (*reclaim)(const void *);
  uint32_t (*count_references)(intptr_t, const void *);
  uintptr_t required_alignment;
};

unsigned long _CFRuntimeRegisterClass(const struct runtime_class *runtime_class);
void _CFRuntimeBridgeTypeToClass(unsigned long type_id, const void *swift_class);

unsigned long ccorefoundation_register_class(
    const char *name, const void *swift_class, unsigned char (*is_equal)(const void *, const void *),
    unsigned long (*hash)(const void *), const void *(*copy_description)(const void *)) {
  struct runtime_class *runtime_class = calloc(1, sizeof *runtime_class);
  if (runtime_class == NULL) return 0;
  runtime_class->name = name;
  runtime_class->is_equal = is_equal;
  runtime_class->hash = hash;
  runtime_class->copy_description = copy_description;
  unsigned long type_id = _CFRuntimeRegisterClass(runtime_class);
  // An object whose class is not the one that is noted for its type is asked through Swift, and says type 0.
  if (type_id != 0) _CFRuntimeBridgeTypeToClass(type_id, swift_class);
  return type_id;
}

uint64_t ccorefoundation_object_word(unsigned long type_id) {
  // Bit 7 says that the memory is not a particular allocator's.
  return (uint64_t)type_id << 8 | 0x80;
}
