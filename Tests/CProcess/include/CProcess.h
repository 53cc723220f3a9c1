// What a test does with its own process: a fork, which Swift does not offer, and a look at every byte of its memory.
#ifndef CPROCESS_H
#define CPROCESS_H

#include <stddef.h>
#include <stdint.h>

/// fork(2).
int cprocess_fork(void);

/// Whether other processes of the user may read this one's memory: prctl(PR_GET_DUMPABLE).
int cprocess_is_dumpable(void);

/// Counts how often each needle stands in the memory of this process, wherever it can be read.
///
/// A needle is `lengths[i]` bytes, one behind the other in `masked`, each byte of it XORed with `mask`, so that it is not
/// found where it lies. What is read lies in memory that is not looked at, and is overwritten. Prints each place to the
/// standard error. Returns the number of bytes looked at, or -1.
int64_t cprocess_scan(const uint8_t *masked, const size_t *lengths, size_t count, uint8_t mask, uint64_t *hits);

#endif
