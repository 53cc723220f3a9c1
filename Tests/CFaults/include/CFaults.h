// Faults for tests: a layer under SQLite that fails or loses what it is told to, and allocators that run out.
#ifndef CFAULTS_H
#define CFAULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// MARK: The file layer

/// What SQLite asks of a file, as bits, so that a fault can be meant for several.
enum {
  CFAULTS_OPEN = 1 << 0,
  CFAULTS_DELETE = 1 << 1,
  CFAULTS_READ = 1 << 2,
  CFAULTS_WRITE = 1 << 3,
  CFAULTS_TRUNCATE = 1 << 4,
  CFAULTS_SYNC = 1 << 5,
  CFAULTS_LOCK = 1 << 6,
  CFAULTS_MAP = 1 << 7,
  CFAULTS_MAP_LOCK = 1 << 8,
};

/// The result codes of SQLite that a call can be made to fail with.
extern const int cfaults_read_error, cfaults_short_read, cfaults_write_error, cfaults_sync_error,
    cfaults_truncate_error, cfaults_full, cfaults_busy, cfaults_lock_error, cfaults_map_error, cfaults_open_error,
    cfaults_delete_error;

/// A registered layer that passes everything on to the system's, counts it, and fails where it was told to.
typedef struct cfaults_layer cfaults_layer;

/// Registers a layer under a name; it is never SQLite's default. NULL where there is no memory or the name is taken.
///
/// With `keeps_unflushed` it remembers what a crash could lose; with `lies` a flush says that it was done, and is not.
cfaults_layer *cfaults_layer_make(const char *name, bool keeps_unflushed, bool lies);

/// Takes it back; every connection through it is closed by then.
void cfaults_layer_free(cfaults_layer *layer);

/// How many calls of these kinds there were since the layer was made.
uint64_t cfaults_count(cfaults_layer *layer, uint32_t calls);

/// Makes the call of these kinds with the given number fail, counted from 1 and from now; or it and all after it.
///
/// A short read gives zeros, a failed write leaves its first half in the file. While this stands, nobody who waits for
/// a lock sleeps.
void cfaults_arm(cfaults_layer *layer, uint32_t calls, uint64_t number, int code, bool forever);

/// Ends the fault; how many calls failed by it.
uint64_t cfaults_disarm(cfaults_layer *layer);

// MARK: Crashes

/// What a crash leaves of what was written and not flushed.
enum {
  CFAULTS_KEEP_ALL = 0,
  CFAULTS_DROP_UNFLUSHED = 1,
  /// A seeded choice of the sectors, and of the cuts, in their order.
  CFAULTS_SOME_SECTORS = 2,
  /// All but the end of the last write, at a seeded byte.
  CFAULTS_TORN_LAST_WRITE = 3,
};

/// Stops the world at the call of these kinds with the given number, counted from 1 and from now: from then on every
/// call fails and nothing reaches a file. `reached` is called at that moment.
void cfaults_crash(
    cfaults_layer *layer, uint32_t calls, uint64_t number, void (*reached)(void *context), void *context);

/// Whether the crash has come.
bool cfaults_has_crashed(cfaults_layer *layer);

/// How many files the layer has kept an eye on, and the path of each.
size_t cfaults_file_count(cfaults_layer *layer);
const char *cfaults_file_path(cfaults_layer *layer, size_t index);

/// The bytes that the crash left of a file, for the caller to free; NULL where it left no file.
uint8_t *cfaults_image(cfaults_layer *layer, size_t index, int loss, uint64_t seed, size_t *count);

// MARK: Memory

/// Puts a counting allocator under SQLite; false where SQLite is in use already.
bool cfaults_memory_install(void);

/// Makes the allocation with the given number fail, counted from 1 and from now; or it and all after it. 0: none.
void cfaults_memory_arm(uint64_t number, bool forever);

/// How many allocations SQLite has asked for since the last arming.
uint64_t cfaults_memory_count(void);

/// The same for the secret memory that libsodium gives and for the memory of its password hash.
void cfaults_secret_memory_arm(uint64_t number);
uint64_t cfaults_secret_memory_count(void);

// MARK: The end of a run

/// Names the run that begins: a crash of the process, or more than `seconds` in it, ends with that name on standard
/// error.
void cfaults_watch(const char *run, unsigned seconds);

#endif
