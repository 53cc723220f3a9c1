// The two clocks that nobody sets: in the thread that counts, they go on by looks and counts in place of time.
//
// Whether a call keeps the anchor as well, or a read its transaction, depends on how long ago the last one was: here
// the one never has to, and the other never does. They do go on, so that no wait for a deadline is without end.

#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <time.h>

#include "Counting.h"

static const int64_t second = 1000 * 1000 * 1000;
static const int64_t look = 10 * 1000;
// Longer than reads may be apart that follow each other closely.
static const int64_t between_counts = 2 * 1000 * 1000;

static _Thread_local bool is_held = false;
static _Thread_local int64_t passed = 0;
// What the clocks said when they were held: one counts the time that the machine sleeps, the other does not.
static _Thread_local struct timespec with_sleep, without_sleep;

int clock_gettime(clockid_t clock, struct timespec *time) {
  static __typeof__(&clock_gettime) _Atomic original;
  if (__builtin_expect(is_held, false) && (clock == CLOCK_BOOTTIME || clock == CLOCK_MONOTONIC)) {
    const struct timespec *held = clock == CLOCK_BOOTTIME ? &with_sleep : &without_sleep;
    passed += look;
    const int64_t nanoseconds = held->tv_nsec + passed;
    *time = (struct timespec){.tv_sec = held->tv_sec + nanoseconds / second, .tv_nsec = nanoseconds % second};
    return 0;
  }
  __typeof__(&clock_gettime) function = atomic_load_explicit(&original, memory_order_relaxed);
  if (__builtin_expect(function == NULL, false)) {
    function = (__typeof__(&clock_gettime))dlsym(RTLD_NEXT, "clock_gettime");
    atomic_store_explicit(&original, function, memory_order_relaxed);
  }
  return function(clock, time);
}

bool callcounts_hold_clocks(void) {
  if (clock_gettime(CLOCK_BOOTTIME, &with_sleep) != 0) return false;
  if (clock_gettime(CLOCK_MONOTONIC, &without_sleep) != 0) return false;
  is_held = true;
  return true;
}

void callcounts_let_time_pass(void) { passed += between_counts; }
