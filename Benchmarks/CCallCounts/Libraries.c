// What SQLite and libsodium do, and random numbers that repeat.

#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <sys/types.h>

#include "Counting.h"

// The library's own function of a name that is defined here.
#define ORIGINAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int sqlite3_prepare_v3(
    sqlite3 *database, const char *text, int count, unsigned flags, sqlite3_stmt **statement, const char **rest) {
  static __typeof__(&sqlite3_prepare_v3) _Atomic original;
  if (atomic_load(&original) == NULL) atomic_store(&original, ORIGINAL(sqlite3_prepare_v3));
  COUNT(statements, 1);
  return atomic_load(&original)(database, text, count, flags, statement, rest);
}

int sqlite3_exec(
    sqlite3 *database, const char *text, int (*row)(void *, int, char **, char **), void *context, char **message) {
  static __typeof__(&sqlite3_exec) _Atomic original;
  if (atomic_load(&original) == NULL) atomic_store(&original, ORIGINAL(sqlite3_exec));
  COUNT(statements, 1);
  // Whether SQLite's own calls of what stands above come here depends on how it was built.
  uint64_t statements = callcounts_of_thread.statements;
  int code = atomic_load(&original)(database, text, row, context, message);
  callcounts_of_thread.statements = statements;
  return code;
}

int crypto_aead_xchacha20poly1305_ietf_decrypt(
    unsigned char *plain, unsigned long long *plain_count, unsigned char *secret_nonce, const unsigned char *sealed,
    unsigned long long sealed_count, const unsigned char *associated, unsigned long long associated_count,
    const unsigned char *nonce, const unsigned char *key) {
  static __typeof__(&crypto_aead_xchacha20poly1305_ietf_decrypt) _Atomic original;
  __typeof__(&crypto_aead_xchacha20poly1305_ietf_decrypt) function =
      atomic_load_explicit(&original, memory_order_relaxed);
  if (__builtin_expect(function == NULL, false)) {
    function = ORIGINAL(crypto_aead_xchacha20poly1305_ietf_decrypt);
    atomic_store_explicit(&original, function, memory_order_relaxed);
  }
  COUNT(openings, 1);
  return function(
      plain, plain_count, secret_nonce, sealed, sealed_count, associated, associated_count, nonce, key);
}

// SQLite calls this when a statement has run to its end or is reset.
static int ended(unsigned event, void *context, void *statement, void *nanoseconds) {
  (void)event, (void)context, (void)nanoseconds;
  int steps = sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1);
  COUNT(steps, steps);
  return 0;
}

static int watch(sqlite3 *database, char **message, const struct sqlite3_api_routines *routines) {
  (void)message, (void)routines;
  return sqlite3_trace_v2(database, SQLITE_TRACE_PROFILE, ended, NULL);
}

static ssize_t (*write_to_file)(int, const void *, size_t, off_t);

static ssize_t counted_write(int file, const void *bytes, size_t count, off_t offset) {
  ssize_t written = write_to_file(file, bytes, count, offset);
  if (written > 0) COUNT(bytes, written);
  return written;
}

static bool watch_writes(void) {
  sqlite3_vfs *system = sqlite3_vfs_find(NULL);
  if (system == NULL || system->iVersion < 3) return false;
  // One of the two is what this build of SQLite writes with.
  static const char *const names[] = {"pwrite64", "pwrite"};
  for (int index = 0; index < 2; index++) {
    sqlite3_syscall_ptr call = system->xGetSystemCall(system, names[index]);
    if (call == NULL) continue;
    write_to_file = (ssize_t(*)(int, const void *, size_t, off_t))call;
    return system->xSetSystemCall(system, names[index], (sqlite3_syscall_ptr)counted_write) == SQLITE_OK;
  }
  return false;
}

static _Atomic uint64_t random_state;

static uint64_t next(void) {
  uint64_t mixed = atomic_fetch_add(&random_state, 0x9E3779B97F4A7C15u) + 0x9E3779B97F4A7C15u;
  mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9u;
  mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBu;
  return mixed ^ mixed >> 31;
}

static const char *random_name(void) { return "seeded"; }
static uint32_t random_number(void) { return (uint32_t)next(); }

static void random_bytes(void *const buffer, const size_t count) {
  unsigned char *bytes = buffer;
  for (size_t index = 0; index < count; index++) bytes[index] = (unsigned char)next();
}

static randombytes_implementation seeded = {
    .implementation_name = random_name, .random = random_number, .buf = random_bytes};

bool callcounts_install(uint64_t seed) {
  atomic_store(&random_state, seed);
  if (!callcounts_install_allocator() || sqlite3_initialize() != SQLITE_OK || !watch_writes()) return false;
  if (!callcounts_hold_clocks()) return false;
  if (sqlite3_auto_extension((void (*)(void))watch) != SQLITE_OK) return false;
  // The library stirs the source in use when it begins; another one takes its place afterwards.
  return sodium_init() >= 0 && randombytes_set_implementation(&seeded) == 0;
}

const char *callcounts_sqlite_version(void) { return sqlite3_libversion(); }
const char *callcounts_sodium_version(void) { return sodium_version_string(); }
