// What a call does, in numbers that repeat: statements, steps of SQLite's machine, openings, bytes, allocations.
//
// Allocations, statements and openings are counted by functions that stand before the C libraries' own of the same
// names in the program that this module is linked into, and so does one for the time; the rest goes through hooks that
// SQLite and libsodium offer.

#ifndef CCALLCOUNTS_H
#define CCALLCOUNTS_H

#include <stdbool.h>
#include <stdint.h>

/// What the calling thread has done since it began to count.
typedef struct {
  /// Statements that SQLite compiled; a text that is run without being kept counts once.
  uint64_t statements;
  /// Instructions of SQLite's machine, of statements that have ended.
  uint64_t steps;
  /// Boxes whose opening was tried.
  uint64_t openings;
  /// Bytes that SQLite wrote to databases and logs.
  uint64_t bytes;
  /// Blocks asked of the C library, those that grew included.
  uint64_t allocations;
} callcounts;

/// Hangs in the hooks, and makes libsodium's random numbers follow from `seed`; false where a library has no such hook,
/// or a sanitizer has its own allocator. For the calling thread, which is the one that counts, the clocks that nobody
/// sets go on by what it does from then on.
///
/// To be called before any database is opened and any key is made. What is sealed afterwards is no secret.
bool callcounts_install(uint64_t seed);

/// Begins to count what this thread does.
void callcounts_begin(void);

/// Ends it and gives what was counted.
callcounts callcounts_end(void);

/// The versions of the libraries in use.
const char *callcounts_sqlite_version(void);
const char *callcounts_sodium_version(void);

#endif
