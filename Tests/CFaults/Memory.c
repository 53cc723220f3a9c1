// Allocators that run out: SQLite's, and libsodium's for secrets.

#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <errno.h>
#include <sqlite3.h>
#include <stdatomic.h>

#include "CFaults.h"

/// Counts requests and says which of them fails.
typedef struct {
  _Atomic uint64_t count, failing;
  _Atomic bool is_forever;
} plan;

static plan sqlite_plan, secret_plan;
static sqlite3_mem_methods system_memory;

static bool fails(plan *plan) {
  uint64_t number = atomic_fetch_add(&plan->count, 1) + 1;
  uint64_t failing = atomic_load(&plan->failing);
  return failing != 0 && (number == failing || (number > failing && atomic_load(&plan->is_forever)));
}

static void arm(plan *plan, uint64_t number, bool forever) {
  atomic_store(&plan->failing, 0);
  atomic_store(&plan->count, 0);
  atomic_store(&plan->is_forever, forever);
  atomic_store(&plan->failing, number);
}

static void *allocate(int count) { return fails(&sqlite_plan) ? NULL : system_memory.xMalloc(count); }

static void *reallocate(void *memory, int count) {
  return fails(&sqlite_plan) ? NULL : system_memory.xRealloc(memory, count);
}

bool cfaults_memory_install(void) {
  // Small pieces would come from a pool that cannot fail.
  if (sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0) != SQLITE_OK) return false;
  if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &system_memory) != SQLITE_OK) return false;
  sqlite3_mem_methods methods = system_memory;
  methods.xMalloc = allocate;
  methods.xRealloc = reallocate;
  return sqlite3_config(SQLITE_CONFIG_MALLOC, &methods) == SQLITE_OK;
}

void cfaults_memory_arm(uint64_t number, bool forever) { arm(&sqlite_plan, number, forever); }

uint64_t cfaults_memory_count(void) { return atomic_load(&sqlite_plan.count); }

void cfaults_secret_memory_arm(uint64_t number) { arm(&secret_plan, number, false); }

uint64_t cfaults_secret_memory_count(void) { return atomic_load(&secret_plan.count); }

// These two stand before libsodium's own of the same names, in the program that this module is linked into.

void *sodium_malloc(size_t count) {
  static void *(*_Atomic original)(size_t);
  if (atomic_load(&original) == NULL) atomic_store(&original, (void *(*)(size_t))dlsym(RTLD_NEXT, "sodium_malloc"));
  if (fails(&secret_plan)) {
    errno = ENOMEM;
    return NULL;
  }
  return atomic_load(&original)(count);
}

typedef int hash_function(
    unsigned char *, unsigned long long, const char *, unsigned long long, const unsigned char *, unsigned long long,
    size_t, int);

int crypto_pwhash(
    unsigned char *output, unsigned long long output_count, const char *password, unsigned long long password_count,
    const unsigned char *salt, unsigned long long operations, size_t memory, int algorithm) {
  static hash_function *_Atomic original;
  if (atomic_load(&original) == NULL) atomic_store(&original, (hash_function *)dlsym(RTLD_NEXT, "crypto_pwhash"));
  if (fails(&secret_plan)) {
    errno = ENOMEM;
    return -1;
  }
  return atomic_load(&original)(
      output, output_count, password, password_count, salt, operations, memory, algorithm);
}
