// What Swift's importer cannot see of SQLite: variadic functions, destructors that are casts, methods behind a pointer.
#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>

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

#endif
