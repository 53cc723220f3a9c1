// What Swift's importer cannot see of SQLite: variadic functions, destructors that are casts, methods behind a pointer.
#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

/// sqlite3_db_config(3) of a switch: sets it to `value`; the result code.
static inline int csqlite_db_config(sqlite3 *database, int operation, int value) {
  return sqlite3_db_config(database, operation, value, (int *)0);
}

/// Binds bytes that SQLite copies, for callers whose bytes do not live through the step.
static inline int csqlite_bind_copied_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// Binds text that SQLite copies.
static inline int csqlite_bind_copied_text(sqlite3_stmt *statement, int index, const char *text, int count) {
  return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}

/// The main database's file as SQLite has it open; null where there is none.
static inline sqlite3_file *csqlite_main_file(sqlite3 *database) {
  sqlite3_file *file = 0;
  if (sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK) return 0;
  return file == 0 || file->pMethods == 0 ? 0 : file;
}

/// Reads bytes of the main database's file through SQLite's own descriptor, with no lock, no log and no journal.
///
/// A descriptor of our own would, at its close, drop every lock that this process holds on the file.
static inline int csqlite_read_file(sqlite3 *database, void *buffer, int count, sqlite3_int64 offset) {
  sqlite3_file *file = csqlite_main_file(database);
  return file == 0 ? SQLITE_CANTOPEN : file->pMethods->xRead(file, buffer, count, offset);
}

/// How many bytes that file has.
static inline int csqlite_file_size(sqlite3 *database, sqlite3_int64 *size) {
  sqlite3_file *file = csqlite_main_file(database);
  return file == 0 ? SQLITE_CANTOPEN : file->pMethods->xFileSize(file, size);
}

/// The index of the log that the connection has mapped, by which SQLite knows of every commit; null where it has none.
///
/// Only of a database in log mode whose log was read: of another one it would make an index. Valid until the connection
/// is closed, which holds a lock on the database against everybody who would end log mode.
static inline const uint64_t *csqlite_log_index(sqlite3 *database) {
  sqlite3_file *file = csqlite_main_file(database);
  if (file == 0 || file->pMethods->iVersion < 2 || file->pMethods->xShmMap == 0) return 0;
  void volatile *region = 0;
  const int code = file->pMethods->xShmMap(file, 0, 32768, 0, &region);
  return code == SQLITE_OK || code == SQLITE_READONLY ? (const uint64_t *)region : 0;
}

/// The words of an index's header: a commit changes them, and nothing is visible to a reader before.
/// Source: SQLite, "WAL-mode File Format", 2.1.
enum { CSQLITE_LOG_STATE_WORDS = 6 };

/// Copies the header.
static inline void csqlite_copy_log_state(const uint64_t *index, uint64_t state[CSQLITE_LOG_STATE_WORDS]) {
  for (int word = 0; word < CSQLITE_LOG_STATE_WORDS; word++) {
    state[word] = __atomic_load_n(index + word, __ATOMIC_ACQUIRE);
  }
}

/// Whether the header is still what it was.
static inline bool csqlite_has_log_state(
    const uint64_t *index, const uint64_t state[CSQLITE_LOG_STATE_WORDS]) {
  bool has = true;
  for (int word = 0; word < CSQLITE_LOG_STATE_WORDS; word++) {
    has &= __atomic_load_n(index + word, __ATOMIC_ACQUIRE) == state[word];
  }
  return has;
}

#endif
