// What the files of this module share.
#ifndef CFAULTS_LAYER_H
#define CFAULTS_LAYER_H

#include <pthread.h>
#include <sqlite3.h>

#include "CFaults.h"

/// One thing that was done to a file and is not flushed yet.
typedef struct cfaults_change {
  enum { CHANGE_WRITE, CHANGE_TRUNCATE, CHANGE_DELETE } kind;
  uint64_t sequence;
  sqlite3_int64 offset;  // of a truncation: the new size
  size_t count;
  uint8_t *bytes;
} cfaults_change;

/// A file as the disk has it for sure, and what may or may not have reached the disk since.
typedef struct cfaults_shadow {
  char *path;
  bool exists;
  uint8_t *bytes;
  size_t count;
  cfaults_change *changes;
  size_t change_count;
  struct cfaults_shadow *next;
} cfaults_shadow;

struct cfaults_layer {
  sqlite3_vfs vfs;
  sqlite3_vfs *system;
  pthread_mutex_t mutex;  // guards everything below
  uint64_t counts[9];
  // the fault
  uint32_t failing_calls;
  uint64_t calls_until_failure;
  int code;
  bool is_forever;
  uint64_t failed;
  // the crash
  bool keeps_unflushed, lies, has_crashed;
  uint32_t crashing_calls;
  uint64_t calls_until_crash;
  void (*reached)(void *context);
  void *context;
  uint64_t sequence;
  cfaults_shadow *shadows;
};

/// An open file of the layer; the system's own follows it.
typedef struct {
  sqlite3_file base;
  cfaults_layer *layer;
  cfaults_shadow *shadow;  // NULL where it need not be remembered
} cfaults_file;

extern const sqlite3_io_methods cfaults_methods;

/// The system's file behind one of the layer's.
static inline sqlite3_file *system_file(sqlite3_file *file) { return (sqlite3_file *)((cfaults_file *)file + 1); }

/// Counts a call; SQLITE_OK, or what it has to fail with. `change` is recorded first where the world stops at it.
int cfaults_enter(cfaults_layer *layer, uint32_t call, cfaults_file *file, const cfaults_change *change);

/// The shadow of a file that is being opened, with the lock of the layer held.
cfaults_shadow *shadow_of(cfaults_layer *layer, const char *path, sqlite3_file *opened, bool existed);
/// Remembers a change of a file.
void shadow_note(cfaults_layer *layer, cfaults_shadow *shadow, const cfaults_change *change);
/// What was done to the file is on the disk.
void shadow_flush(cfaults_shadow *shadow);
void shadow_free_all(cfaults_layer *layer);
cfaults_shadow *shadow_find(cfaults_layer *layer, const char *path);

#endif
