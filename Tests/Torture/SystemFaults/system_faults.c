// Stands between a process and the C library, by LD_PRELOAD: ends the process, or fails a call, at one of the calls that
// the engine makes on files of its own. Those of SQLite's, the database and its log, are counted out: other faults have
// them.
//
//   FAULTS_FOLDER  where the keychain lies; calls elsewhere do not count
//   FAULTS_AT      the number of the call, from 1 on
//   FAULTS_ERROR   the error number it fails with; 0: the process is killed
//   FAULTS_COUNT   a file that is given the number of calls at the end
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { descriptor_limit = 1024 };

static _Atomic long count;
static _Atomic bool is_own_descriptor[descriptor_limit];
static const char *folder;
static long at;
static int error_number;

static bool ends_with(const char *path, const char *end) {
  size_t length = strlen(path), ending = strlen(end);
  return length >= ending && strcmp(path + length - ending, end) == 0;
}

static bool is_own(const char *path) {
  if (!folder || !path || strncmp(path, folder, strlen(folder)) != 0) return false;
  return !ends_with(path, "-db") && !ends_with(path, "-wal") && !ends_with(path, "-shm") && !ends_with(path, "-journal");
}

static bool is_own_file(int descriptor) {
  return descriptor >= 0 && descriptor < descriptor_limit && is_own_descriptor[descriptor];
}

// True where the call is to fail; errno is set then.
static bool fails(bool counts) {
  if (!counts) return false;
  if (atomic_fetch_add(&count, 1) + 1 != at) return false;
  if (error_number == 0) raise(SIGKILL);
  errno = error_number;
  return true;
}

__attribute__((constructor)) static void begin(void) {
  folder = getenv("FAULTS_FOLDER");
  const char *number = getenv("FAULTS_AT"), *error = getenv("FAULTS_ERROR");
  at = number ? atol(number) : 0;
  error_number = error ? atoi(error) : 0;
}

__attribute__((destructor)) static void end(void) {
  const char *path = getenv("FAULTS_COUNT");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  fprintf(file, "%ld", count);
  fclose(file);
}

#define ORIGINAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int opened(int descriptor, bool is_own_path) {
  if (descriptor >= 0 && descriptor < descriptor_limit) is_own_descriptor[descriptor] = is_own_path;
  return descriptor;
}

int open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  if (fails(is_own(path))) return -1;
  return opened(ORIGINAL(open)(path, flags, mode), is_own(path));
}

int open64(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  if (fails(is_own(path))) return -1;
  return opened(ORIGINAL(open64)(path, flags, mode), is_own(path));
}

int close(int descriptor) {
  if (descriptor >= 0 && descriptor < descriptor_limit) is_own_descriptor[descriptor] = false;
  return ORIGINAL(close)(descriptor);
}

ssize_t write(int descriptor, const void *bytes, size_t size) {
  return fails(is_own_file(descriptor)) ? -1 : ORIGINAL(write)(descriptor, bytes, size);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset) {
  return fails(is_own_file(descriptor)) ? -1 : ORIGINAL(pwrite)(descriptor, bytes, size, offset);
}

ssize_t read(int descriptor, void *bytes, size_t size) {
  return fails(is_own_file(descriptor)) ? -1 : ORIGINAL(read)(descriptor, bytes, size);
}

int fsync(int descriptor) {
  return fails(is_own_file(descriptor)) ? -1 : ORIGINAL(fsync)(descriptor);
}

int rename(const char *from, const char *to) {
  return fails(is_own(from)) ? -1 : ORIGINAL(rename)(from, to);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
  return fails(is_own(from)) ? -1 : ORIGINAL(renameat2)(from_folder, from, to_folder, to, flags);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
  return fails(is_own(to)) ? -1 : ORIGINAL(linkat)(from_folder, from, to_folder, to, flags);
}

int unlink(const char *path) {
  return fails(is_own(path)) ? -1 : ORIGINAL(unlink)(path);
}

int mkdir(const char *path, mode_t mode) {
  return fails(is_own(path)) ? -1 : ORIGINAL(mkdir)(path, mode);
}
