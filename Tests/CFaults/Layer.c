// The layer itself: its registration, the calls that name a file, and the plan by which calls fail.

#include "Layer.h"

#include <stdlib.h>
#include <string.h>

const int cfaults_read_error = SQLITE_IOERR_READ, cfaults_short_read = SQLITE_IOERR_SHORT_READ,
          cfaults_write_error = SQLITE_IOERR_WRITE, cfaults_sync_error = SQLITE_IOERR_FSYNC,
          cfaults_truncate_error = SQLITE_IOERR_TRUNCATE, cfaults_full = SQLITE_FULL, cfaults_busy = SQLITE_BUSY,
          cfaults_lock_error = SQLITE_IOERR_LOCK, cfaults_map_error = SQLITE_IOERR_SHMMAP,
          cfaults_open_error = SQLITE_CANTOPEN, cfaults_delete_error = SQLITE_IOERR_DELETE;

static cfaults_layer *layer_of(sqlite3_vfs *vfs) { return vfs->pAppData; }

int cfaults_enter(cfaults_layer *layer, uint32_t call, cfaults_file *file, const cfaults_change *change) {
  int code = SQLITE_OK;
  void (*reached)(void *) = NULL;
  pthread_mutex_lock(&layer->mutex);
  layer->counts[__builtin_ctz(call)] += 1;
  if (layer->has_crashed) {
    code = SQLITE_IOERR;
  } else if ((call & layer->crashing_calls) != 0 && --layer->calls_until_crash == 0) {
    // The power goes while the call is under way: what it was about to write may be there.
    if (file != NULL && file->shadow != NULL && change != NULL) shadow_note(layer, file->shadow, change);
    layer->has_crashed = true;
    reached = layer->reached;
    code = SQLITE_IOERR;
  } else if ((call & layer->failing_calls) != 0) {
    if (layer->calls_until_failure > 1) {
      layer->calls_until_failure -= 1;
    } else {
      code = layer->code;
      layer->failed += 1;
      if (!layer->is_forever) layer->failing_calls = 0;
    }
  }
  pthread_mutex_unlock(&layer->mutex);
  if (reached != NULL) reached(layer->context);
  return code;
}

static int layer_open(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags, int *given) {
  cfaults_layer *layer = layer_of(vfs);
  cfaults_file *ours = (cfaults_file *)file;
  memset(ours, 0, sizeof *ours);
  int code = cfaults_enter(layer, CFAULTS_OPEN, NULL, NULL);
  if (code != SQLITE_OK) return code;
  int existed = 0;
  if (name != NULL) layer->system->xAccess(layer->system, name, SQLITE_ACCESS_EXISTS, &existed);
  code = layer->system->xOpen(layer->system, name, system_file(file), flags, given);
  // SQLite closes a file whose methods are set, whatever the result was.
  if (system_file(file)->pMethods != NULL) file->pMethods = &cfaults_methods;
  ours->layer = layer;
  if (code != SQLITE_OK || name == NULL || (flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL)) == 0) return code;
  pthread_mutex_lock(&layer->mutex);
  if (layer->keeps_unflushed) ours->shadow = shadow_of(layer, name, system_file(file), existed != 0);
  pthread_mutex_unlock(&layer->mutex);
  return code;
}

static int layer_delete(sqlite3_vfs *vfs, const char *name, int flushes) {
  cfaults_layer *layer = layer_of(vfs);
  int code = cfaults_enter(layer, CFAULTS_DELETE, NULL, NULL);
  if (code != SQLITE_OK) return code;
  code = layer->system->xDelete(layer->system, name, flushes);
  pthread_mutex_lock(&layer->mutex);
  cfaults_shadow *shadow = shadow_find(layer, name);
  if (code == SQLITE_OK && shadow != NULL) {
    shadow_note(layer, shadow, &(cfaults_change){.kind = CHANGE_DELETE});
    if (flushes) shadow_flush(shadow);
  }
  pthread_mutex_unlock(&layer->mutex);
  return code;
}

static int layer_access(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
  sqlite3_vfs *system = layer_of(vfs)->system;
  return system->xAccess(system, name, flags, result);
}

static int layer_full_path(sqlite3_vfs *vfs, const char *name, int count, char *path) {
  sqlite3_vfs *system = layer_of(vfs)->system;
  return system->xFullPathname(system, name, count, path);
}

static int layer_randomness(sqlite3_vfs *vfs, int count, char *bytes) {
  sqlite3_vfs *system = layer_of(vfs)->system;
  return system->xRandomness(system, count, bytes);
}

static int layer_sleep(sqlite3_vfs *vfs, int microseconds) {
  cfaults_layer *layer = layer_of(vfs);
  pthread_mutex_lock(&layer->mutex);
  bool is_faulty = layer->failing_calls != 0 || layer->has_crashed;
  pthread_mutex_unlock(&layer->mutex);
  // What fails for ever is not waited for in a test.
  return is_faulty ? microseconds : layer->system->xSleep(layer->system, microseconds);
}

static int layer_time(sqlite3_vfs *vfs, sqlite3_int64 *time) {
  sqlite3_vfs *system = layer_of(vfs)->system;
  return system->xCurrentTimeInt64(system, time);
}

static int layer_last_error(sqlite3_vfs *vfs, int count, char *message) {
  sqlite3_vfs *system = layer_of(vfs)->system;
  return system->xGetLastError(system, count, message);
}

cfaults_layer *cfaults_layer_make(const char *name, bool keeps_unflushed, bool lies) {
  if (sqlite3_initialize() != SQLITE_OK || sqlite3_vfs_find(name) != NULL) return NULL;
  cfaults_layer *layer = calloc(1, sizeof *layer);
  if (layer == NULL) return NULL;
  layer->system = sqlite3_vfs_find("unix");
  layer->keeps_unflushed = keeps_unflushed;
  layer->lies = lies;
  pthread_mutex_init(&layer->mutex, NULL);
  layer->vfs = (sqlite3_vfs){
      .iVersion = 2,
      .szOsFile = (int)sizeof(cfaults_file) + layer->system->szOsFile,
      .mxPathname = layer->system->mxPathname,
      .zName = strdup(name),
      .pAppData = layer,
      .xOpen = layer_open,
      .xDelete = layer_delete,
      .xAccess = layer_access,
      .xFullPathname = layer_full_path,
      .xRandomness = layer_randomness,
      .xSleep = layer_sleep,
      .xGetLastError = layer_last_error,
      .xCurrentTimeInt64 = layer_time,
  };
  sqlite3_vfs_register(&layer->vfs, 0);
  return layer;
}

void cfaults_layer_free(cfaults_layer *layer) {
  sqlite3_vfs_unregister(&layer->vfs);
  shadow_free_all(layer);
  pthread_mutex_destroy(&layer->mutex);
  free((void *)layer->vfs.zName);
  free(layer);
}

uint64_t cfaults_count(cfaults_layer *layer, uint32_t calls) {
  uint64_t count = 0;
  pthread_mutex_lock(&layer->mutex);
  for (int kind = 0; kind < 9; kind++) {
    if ((calls & 1u << kind) != 0) count += layer->counts[kind];
  }
  pthread_mutex_unlock(&layer->mutex);
  return count;
}

void cfaults_arm(cfaults_layer *layer, uint32_t calls, uint64_t number, int code, bool forever) {
  pthread_mutex_lock(&layer->mutex);
  layer->failing_calls = calls;
  layer->calls_until_failure = number;
  layer->code = code;
  layer->is_forever = forever;
  layer->failed = 0;
  pthread_mutex_unlock(&layer->mutex);
}

uint64_t cfaults_disarm(cfaults_layer *layer) {
  pthread_mutex_lock(&layer->mutex);
  layer->failing_calls = 0;
  uint64_t failed = layer->failed;
  layer->failed = 0;
  pthread_mutex_unlock(&layer->mutex);
  return failed;
}

void cfaults_crash(
    cfaults_layer *layer, uint32_t calls, uint64_t number, void (*reached)(void *context), void *context) {
  pthread_mutex_lock(&layer->mutex);
  layer->crashing_calls = calls;
  layer->calls_until_crash = number;
  layer->reached = reached;
  layer->context = context;
  pthread_mutex_unlock(&layer->mutex);
}

bool cfaults_has_crashed(cfaults_layer *layer) {
  pthread_mutex_lock(&layer->mutex);
  bool has_crashed = layer->has_crashed;
  pthread_mutex_unlock(&layer->mutex);
  return has_crashed;
}
