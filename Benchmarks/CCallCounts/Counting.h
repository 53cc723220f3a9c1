// The counts of a thread, and whether it counts at all.

#ifndef COUNTING_H
#define COUNTING_H

#include "CCallCounts.h"

/// False in every thread until it begins; what stands before other functions looks at nothing else.
extern _Thread_local bool callcounts_is_on;
extern _Thread_local callcounts callcounts_of_thread;

/// Whether this process counts at all.
extern bool callcounts_is_installed;
/// From then on, allocations are counted; false where that cannot be.
bool callcounts_install_allocator(void);

/// From then on, the clocks of this thread that nobody sets do not go by time; false where there are none.
bool callcounts_hold_clocks(void);
/// Has them go on, between two counts.
void callcounts_let_time_pass(void);

#define COUNT(field, number) \
  do { \
    if (__builtin_expect(callcounts_is_on, false)) callcounts_of_thread.field += (uint64_t)(number); \
  } while (0)

#endif
