// Allocations: each is counted where this thread counts, and passed on to glibc's allocator under its other name.
//
// Outside of a count that is one look at a variable. What frees stays glibc's own.
//
// glibc gives a block 16 bytes more than it has to where less would be left over, which depends on all that was ever
// allocated, and Swift's arrays and SQLite's buffers grow later where they find room. So where counts are taken, blocks
// are asked for in steps of 32 bytes, and the room in one is rounded down to such a step.

#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>

#include "Counting.h"

bool callcounts_is_installed = false;

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

#if defined(__GLIBC__) && !defined(HAS_SANITIZER)

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

// What is usable of glibc's blocks, whose head takes 8 bytes: 24, 56, 88 and so on.
enum { STEP = 32, SMALLEST = 24 };

static size_t counted(size_t size) {
  COUNT(allocations, 1);
  if (size <= SMALLEST) return SMALLEST;
  const size_t steps = (size - SMALLEST - 1) / STEP + 1;
  return size > SIZE_MAX / 2 ? size : SMALLEST + steps * STEP;
}

#define COUNTED(size) (__builtin_expect(callcounts_is_installed, false) ? counted(size) : (size))

void *malloc(size_t size) { return __libc_malloc(COUNTED(size)); }

void *calloc(size_t count, size_t size) {
  size_t all;
  if (!callcounts_is_installed || __builtin_mul_overflow(count, size, &all)) return __libc_calloc(count, size);
  return __libc_calloc(1, counted(all));
}

void *realloc(void *memory, size_t size) {
  // Of size zero it frees.
  return __libc_realloc(memory, size == 0 ? 0 : COUNTED(size));
}

void *aligned_alloc(size_t alignment, size_t size) { return __libc_memalign(alignment, COUNTED(size)); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
  void *block = __libc_memalign(alignment, COUNTED(size));
  if (block == NULL) return ENOMEM;
  *memory = block;
  return 0;
}

size_t malloc_usable_size(void *memory) {
  static size_t (*_Atomic original)(void *);
  size_t (*function)(void *) = atomic_load_explicit(&original, memory_order_relaxed);
  if (__builtin_expect(function == NULL, false)) {
    function = (size_t(*)(void *))dlsym(RTLD_NEXT, "malloc_usable_size");
    atomic_store_explicit(&original, function, memory_order_relaxed);
  }
  const size_t size = function(memory);
  if (__builtin_expect(!callcounts_is_installed, true) || size < SMALLEST) return size;
  return SMALLEST + (size - SMALLEST) / STEP * STEP;
}

bool callcounts_install_allocator(void) {
  // Larger blocks would come in pages, and from what size on would change as they are freed.
  if (mallopt(M_MMAP_THRESHOLD, 32 << 20) == 0) return false;
  callcounts_is_installed = true;
  return true;
}

#else

bool callcounts_install_allocator(void) { return false; }

#endif
