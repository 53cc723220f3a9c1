#define _GNU_SOURCE 1
#include "CLinux.h"

#include <errno.h>
#include <linux/keyctl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

int clinux_open_unnamed_file(const char *directory, uint32_t mode) {
  return open(directory, O_TMPFILE | O_WRONLY | O_CLOEXEC, (mode_t)mode);
}

int clinux_link_unnamed_file(int descriptor, const char *path) {
  char source[64];
  snprintf(source, sizeof source, "/proc/self/fd/%d", descriptor);
  return linkat(AT_FDCWD, source, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}

int clinux_rename_exclusively(const char *from, const char *to) {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

int clinux_try_lock_file(int descriptor) {
  return flock(descriptor, LOCK_EX | LOCK_NB);
}

int clinux_unlock_file(int descriptor) {
  return flock(descriptor, LOCK_UN);
}

static int clinux_set_range_lock(int descriptor, short kind, int64_t count) {
  struct flock range = {.l_type = kind, .l_whence = SEEK_SET, .l_start = 0, .l_len = (off_t)count};
  return fcntl(descriptor, F_OFD_SETLKW, &range);
}

int clinux_lock_range(int descriptor, int64_t count) {
  return clinux_set_range_lock(descriptor, F_WRLCK, count);
}

int clinux_unlock_range(int descriptor, int64_t count) {
  return clinux_set_range_lock(descriptor, F_UNLCK, count);
}

int clinux_exchange_descriptor(int from, int to) {
  return dup3(from, to, O_CLOEXEC);
}

uint32_t clinux_file_system_type(const char *path) {
  struct statfs status;
  return statfs(path, &status) == 0 ? (uint32_t)status.f_type : 0;
}

int32_t clinux_keyring_add(const char *description, const void *payload, size_t count) {
  return (int32_t)syscall(SYS_add_key, "user", description, payload, count, KEY_SPEC_USER_KEYRING);
}

int32_t clinux_keyring_search(const char *description) {
  return (int32_t)syscall(SYS_keyctl, KEYCTL_SEARCH, KEY_SPEC_USER_KEYRING, "user", description, 0);
}

int64_t clinux_keyring_read(int32_t key, void *buffer, size_t count) {
  return (int64_t)syscall(SYS_keyctl, KEYCTL_READ, key, buffer, count);
}

int clinux_keyring_set_permissions(int32_t key, uint32_t permissions) {
  return (int)syscall(SYS_keyctl, KEYCTL_SETPERM, key, permissions);
}

int clinux_keyring_set_timeout(int32_t key, uint32_t seconds) {
  return (int)syscall(SYS_keyctl, KEYCTL_SET_TIMEOUT, key, seconds);
}

int clinux_keyring_invalidate(int32_t key) {
  return (int)syscall(SYS_keyctl, KEYCTL_INVALIDATE, key);
}

int clinux_keyring_link_to_thread(void) {
  return (int)syscall(SYS_keyctl, KEYCTL_LINK, KEY_SPEC_USER_KEYRING, KEY_SPEC_THREAD_KEYRING);
}

uint64_t clinux_load(const uint64_t *counter) {
  return __atomic_load_n(counter, __ATOMIC_ACQUIRE);
}

static size_t clinux_whole_pages(size_t count) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  return (count + page - 1) / page * page;
}

void *clinux_map_secret_memory(size_t count) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE), whole = clinux_whole_pages(count);
  int descriptor = (int)syscall(SYS_memfd_secret, O_CLOEXEC);
  if (descriptor < 0) {
    return NULL;
  }
  char *around = MAP_FAILED;
  void *start = MAP_FAILED;
  if (ftruncate(descriptor, (off_t)whole) == 0) {
    around = mmap(NULL, whole + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  }
  if (around != MAP_FAILED) {
    start = mmap(around + page, whole, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, descriptor, 0);
  }
  close(descriptor);
  if (start != MAP_FAILED && madvise(start, whole, MADV_DONTFORK) == 0) {
    return start;
  }
  if (around != MAP_FAILED) {
    munmap(around, whole + 2 * page);
  }
  return NULL;
}

void clinux_unmap_secret_memory(void *start, size_t count) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  munmap((char *)start - page, clinux_whole_pages(count) + 2 * page);
}

int clinux_keep_from_children(void *start, size_t count) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t first = (uintptr_t)start / page * page;
  return madvise((void *)first, clinux_whole_pages((uintptr_t)start + count - first), MADV_DONTFORK);
}

static uint64_t clinux_forks;

static void clinux_note_fork(void) {
  __atomic_add_fetch(&clinux_forks, 1, __ATOMIC_RELAXED);
}

__attribute__((constructor)) static void clinux_watch_forks(void) {
  pthread_atfork(NULL, NULL, clinux_note_fork);
}

uint64_t clinux_fork_count(void) {
  return __atomic_load_n(&clinux_forks, __ATOMIC_RELAXED);
}

int clinux_refuse_dumps(void) {
  struct rlimit nothing = {0, 0};
  int limited = setrlimit(RLIMIT_CORE, &nothing);
  int refused = prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  return limited == 0 && refused == 0 ? 0 : -1;
}
