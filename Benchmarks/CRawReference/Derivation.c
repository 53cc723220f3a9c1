// How long this thread was in libsodium's crypto_pwhash: what an unlock costs without it is a figure of its own.
//
// The function here has the library's name and stands before it, calls it and takes the time.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

#include "Database.h"

typedef int derivation(
    unsigned char *, unsigned long long, const char *, unsigned long long, const unsigned char *, unsigned long long,
    size_t, int);

static _Thread_local double spent;

static double thread_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

int crypto_pwhash(
    unsigned char *const key, unsigned long long key_count, const char *const password,
    unsigned long long password_count, const unsigned char *const salt, unsigned long long operations, size_t memory,
    int algorithm) {
  derivation *const of_library = (derivation *)dlsym(RTLD_NEXT, "crypto_pwhash");
  if (of_library == NULL) return -1;
  const double start = thread_time();
  const int result =
      of_library(key, key_count, password, password_count, salt, operations, memory, algorithm);
  spent += thread_time() - start;
  return result;
}

double raw_derivation_nanoseconds(void) { return spent; }
