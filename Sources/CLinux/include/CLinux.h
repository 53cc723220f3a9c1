// What Swift's importer cannot see of Linux: variadic system calls and macros that are expressions.
#ifndef CLINUX_H
#define CLINUX_H

#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>

/// open(2) of an unnamed file in `directory` for writing, O_TMPFILE | O_CLOEXEC; -1 and errno.
int clinux_open_unnamed_file(const char *directory, uint32_t mode);

/// linkat(2) of the unnamed file behind `descriptor` to `path`; -1 and errno (EEXIST: the name is taken).
int clinux_link_unnamed_file(int descriptor, const char *path);

/// renameat2(2) with RENAME_NOREPLACE; -1 and errno (EINVAL: the file system cannot).
int clinux_rename_exclusively(const char *from, const char *to);

/// flock(2), exclusive and without waiting; -1 and errno (EWOULDBLOCK: somebody else has it).
int clinux_try_lock_file(int descriptor);

/// flock(2) given back; 0, or -1 and errno.
int clinux_unlock_file(int descriptor);

/// A write lock of the open file description on the first `count` bytes, waiting for it; 0, or -1 and errno.
int clinux_lock_range(int descriptor, int64_t count);

/// The lock of `clinux_lock_range` given back; 0, or -1 and errno.
int clinux_unlock_range(int descriptor, int64_t count);

/// dup3(2): `to` stands for the file of `from`, at once for every thread, O_CLOEXEC; -1 and errno.
int clinux_exchange_descriptor(int from, int to);

/// The magic number of the file system that `path` lies on, from statfs(2); 0 where the kernel does not say.
uint32_t clinux_file_system_type(const char *path);

/// add_key(2) of type "user" into the caller's user keyring; the key's serial number, or -1 and errno.
int32_t clinux_keyring_add(const char *description, const void *payload, size_t count);

/// keyctl(KEYCTL_SEARCH) for a "user" key in the caller's user keyring; the serial number, or -1 and errno.
int32_t clinux_keyring_search(const char *description);

/// keyctl(KEYCTL_READ): the length of the payload (which may exceed `count`), or -1 and errno.
int64_t clinux_keyring_read(int32_t key, void *buffer, size_t count);

/// keyctl(KEYCTL_SETPERM); 0, or -1 and errno.
int clinux_keyring_set_permissions(int32_t key, uint32_t permissions);

/// keyctl(KEYCTL_SET_TIMEOUT), 0 seconds: none; 0, or -1 and errno.
int clinux_keyring_set_timeout(int32_t key, uint32_t seconds);

/// keyctl(KEYCTL_INVALIDATE); 0, or -1 and errno.
int clinux_keyring_invalidate(int32_t key);

/// keyctl(KEYCTL_LINK) of the user keyring into the calling thread's, which so possesses its keys; 0, or -1 and errno.
int clinux_keyring_link_to_thread(void);

/// An atomic read of a counter that other processes write.
uint64_t clinux_load(const uint64_t *counter);

/// Memory that the kernel itself does not map, between two pages that nobody may touch, zero, and in no process that
/// this one forks; NULL and errno where the kernel has no memfd_secret(2) or lends no more of it.
void *clinux_map_secret_memory(size_t count);

/// The memory of `clinux_map_secret_memory` given back.
void clinux_unmap_secret_memory(void *start, size_t count);

/// madvise(MADV_DONTFORK) on every page that the bytes touch: a process that is forked does not have them.
int clinux_keep_from_children(void *start, size_t count);

/// How many forks lie between the process in which this was loaded and the calling one.
uint64_t clinux_fork_count(void);

/// No core dumps from now on, and no other process of the user may read this one's memory; 0, or -1 and errno.
int clinux_refuse_dumps(void);

#endif
