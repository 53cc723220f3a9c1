#define _GNU_SOURCE 1
#include "CLinux.h"

#include <errno.h>
#include <linux/keyctl.h>
#include <stdio.h>
#include <sys/file.h>
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
