// The calls on an open file: each is counted, may fail, and is passed on.

#include <stdlib.h>
#include <string.h>

#include "Layer.h"

static cfaults_file *ours(sqlite3_file *file) { return (cfaults_file *)file; }
static const sqlite3_io_methods *methods(sqlite3_file *file) { return system_file(file)->pMethods; }

static int enter(sqlite3_file *file, uint32_t call, const cfaults_change *change) {
  return cfaults_enter(ours(file)->layer, call, ours(file), change);
}

static void note(sqlite3_file *file, const cfaults_change *change) {
  cfaults_layer *layer = ours(file)->layer;
  if (ours(file)->shadow == NULL) return;
  pthread_mutex_lock(&layer->mutex);
  if (!layer->has_crashed) shadow_note(layer, ours(file)->shadow, change);
  pthread_mutex_unlock(&layer->mutex);
}

static int file_close(sqlite3_file *file) { return methods(file)->xClose(system_file(file)); }

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  int code = enter(file, CFAULTS_READ, NULL);
  // What a file does not have reads as zeros.
  if (code == SQLITE_IOERR_SHORT_READ) memset(bytes, 0, (size_t)count);
  return code != SQLITE_OK ? code : methods(file)->xRead(system_file(file), bytes, count, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  cfaults_change change = {.kind = CHANGE_WRITE, .offset = offset, .count = (size_t)count, .bytes = (void *)bytes};
  int code = enter(file, CFAULTS_WRITE, &change);
  if (code != SQLITE_OK) {
    // Half a write is worse than none; after a crash nothing is written any more.
    if (!cfaults_has_crashed(ours(file)->layer)) {
      methods(file)->xWrite(system_file(file), bytes, count / 2, offset);
    }
    return code;
  }
  code = methods(file)->xWrite(system_file(file), bytes, count, offset);
  if (code == SQLITE_OK) note(file, &change);
  return code;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
  cfaults_change change = {.kind = CHANGE_TRUNCATE, .offset = size};
  int code = enter(file, CFAULTS_TRUNCATE, &change);
  if (code != SQLITE_OK) return code;
  code = methods(file)->xTruncate(system_file(file), size);
  if (code == SQLITE_OK) note(file, &change);
  return code;
}

static int file_sync(sqlite3_file *file, int flags) {
  int code = enter(file, CFAULTS_SYNC, NULL);
  if (code != SQLITE_OK) return code;
  code = methods(file)->xSync(system_file(file), flags);
  cfaults_layer *layer = ours(file)->layer;
  if (code != SQLITE_OK || ours(file)->shadow == NULL) return code;
  pthread_mutex_lock(&layer->mutex);
  if (!layer->has_crashed && !layer->lies) shadow_flush(ours(file)->shadow);
  pthread_mutex_unlock(&layer->mutex);
  return code;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  if (cfaults_has_crashed(ours(file)->layer)) return SQLITE_IOERR_FSTAT;
  return methods(file)->xFileSize(system_file(file), size);
}

static int file_lock(sqlite3_file *file, int level) {
  int code = enter(file, CFAULTS_LOCK, NULL);
  return code != SQLITE_OK ? code : methods(file)->xLock(system_file(file), level);
}

static int file_unlock(sqlite3_file *file, int level) { return methods(file)->xUnlock(system_file(file), level); }

static int file_check_lock(sqlite3_file *file, int *result) {
  return methods(file)->xCheckReservedLock(system_file(file), result);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
  return methods(file)->xFileControl(system_file(file), operation, argument);
}

static int file_sector_size(sqlite3_file *file) { return methods(file)->xSectorSize(system_file(file)); }

static int file_characteristics(sqlite3_file *file) {
  return methods(file)->xDeviceCharacteristics(system_file(file));
}

static int file_map(sqlite3_file *file, int region, int size, int extends, void volatile **address) {
  int code = enter(file, CFAULTS_MAP, NULL);
  return code != SQLITE_OK ? code : methods(file)->xShmMap(system_file(file), region, size, extends, address);
}

static int file_map_lock(sqlite3_file *file, int offset, int count, int flags) {
  // Giving a lock back cannot fail.
  int code = (flags & SQLITE_SHM_LOCK) != 0 ? enter(file, CFAULTS_MAP_LOCK, NULL) : SQLITE_OK;
  return code != SQLITE_OK ? code : methods(file)->xShmLock(system_file(file), offset, count, flags);
}

static void file_map_barrier(sqlite3_file *file) { methods(file)->xShmBarrier(system_file(file)); }

static int file_unmap(sqlite3_file *file, int deletes) {
  return methods(file)->xShmUnmap(system_file(file), deletes);
}

const sqlite3_io_methods cfaults_methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_check_lock,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_characteristics,
    .xShmMap = file_map,
    .xShmLock = file_map_lock,
    .xShmBarrier = file_map_barrier,
    .xShmUnmap = file_unmap,
};
