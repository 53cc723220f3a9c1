// What the disk has of each file for sure, what may have reached it, and the images that a crash leaves.

#include <stdlib.h>
#include <string.h>

#include "Layer.h"

enum { SECTOR = 512 };

/// A file while it is put together.
typedef struct {
  bool exists;
  uint8_t *bytes;
  size_t count;
} image;

static void *grown(void *memory, size_t count) {
  void *larger = realloc(memory, count > 0 ? count : 1);
  if (larger == NULL) abort();
  return larger;
}

static void resize(image *image, size_t count) {
  image->bytes = grown(image->bytes, count);
  if (count > image->count) memset(image->bytes + image->count, 0, count - image->count);
  image->count = count;
}

static void put(image *image, size_t offset, const uint8_t *bytes, size_t count) {
  if (count == 0) return;
  image->exists = true;
  if (offset + count > image->count) resize(image, offset + count);
  memcpy(image->bytes + offset, bytes, count);
}

static void apply(image *image, const cfaults_change *change, size_t count) {
  switch (change->kind) {
    case CHANGE_WRITE: put(image, (size_t)change->offset, change->bytes, count); break;
    case CHANGE_TRUNCATE: resize(image, (size_t)change->offset); break;
    case CHANGE_DELETE:
      image->exists = false;
      resize(image, 0);
      break;
  }
}

static uint64_t next(uint64_t *state) {
  uint64_t mixed = *state += 0x9E3779B97F4A7C15u;
  mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9u;
  mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBu;
  return mixed ^ mixed >> 31;
}

static void apply_some_sectors(image *image, const cfaults_change *change, uint64_t *random) {
  if (change->kind != CHANGE_WRITE) {
    if ((next(random) & 1) != 0) apply(image, change, 0);
    return;
  }
  size_t done = 0;
  while (done < change->count) {
    size_t offset = (size_t)change->offset + done;
    size_t count = SECTOR - offset % SECTOR;
    if (count > change->count - done) count = change->count - done;
    if ((next(random) & 1) != 0) put(image, offset, change->bytes + done, count);
    done += count;
  }
}

static void forget(cfaults_shadow *shadow) {
  for (size_t index = 0; index < shadow->change_count; index++) free(shadow->changes[index].bytes);
  free(shadow->changes);
  shadow->changes = NULL;
  shadow->change_count = 0;
}

cfaults_shadow *shadow_find(cfaults_layer *layer, const char *path) {
  cfaults_shadow *shadow = layer->shadows;
  while (shadow != NULL && strcmp(shadow->path, path) != 0) shadow = shadow->next;
  return shadow;
}

cfaults_shadow *shadow_of(cfaults_layer *layer, const char *path, sqlite3_file *opened, bool existed) {
  cfaults_shadow *shadow = shadow_find(layer, path);
  if (shadow != NULL) return shadow;
  shadow = calloc(1, sizeof *shadow);
  if (shadow == NULL) abort();
  shadow->path = strdup(path);
  shadow->exists = existed;
  // What was there when somebody first looked counts as flushed.
  sqlite3_int64 size = 0;
  if (existed) opened->pMethods->xFileSize(opened, &size);
  shadow->count = (size_t)size;
  shadow->bytes = grown(NULL, shadow->count);
  if (size > 0) opened->pMethods->xRead(opened, shadow->bytes, (int)size, 0);
  shadow->next = layer->shadows;
  layer->shadows = shadow;
  return shadow;
}

void shadow_note(cfaults_layer *layer, cfaults_shadow *shadow, const cfaults_change *change) {
  shadow->changes = grown(shadow->changes, (shadow->change_count + 1) * sizeof *change);
  cfaults_change *noted = &shadow->changes[shadow->change_count++];
  *noted = *change;
  noted->sequence = ++layer->sequence;
  noted->bytes = NULL;
  if (change->kind == CHANGE_WRITE) {
    noted->bytes = grown(NULL, change->count);
    memcpy(noted->bytes, change->bytes, change->count);
  }
}

void shadow_flush(cfaults_shadow *shadow) {
  // With its first flush the file's name is on the disk, because SQLite flushes the folder too.
  image image = {.exists = true, .bytes = shadow->bytes, .count = shadow->count};
  for (size_t index = 0; index < shadow->change_count; index++) {
    apply(&image, &shadow->changes[index], shadow->changes[index].count);
  }
  shadow->exists = image.exists;
  shadow->bytes = image.bytes;
  shadow->count = image.count;
  forget(shadow);
}

void shadow_free_all(cfaults_layer *layer) {
  while (layer->shadows != NULL) {
    cfaults_shadow *shadow = layer->shadows;
    layer->shadows = shadow->next;
    forget(shadow);
    free(shadow->bytes);
    free(shadow->path);
    free(shadow);
  }
}

static cfaults_shadow *shadow_at(cfaults_layer *layer, size_t index) {
  cfaults_shadow *shadow = layer->shadows;
  while (shadow != NULL && index-- > 0) shadow = shadow->next;
  return shadow;
}

size_t cfaults_file_count(cfaults_layer *layer) {
  size_t count = 0;
  for (cfaults_shadow *shadow = layer->shadows; shadow != NULL; shadow = shadow->next) count += 1;
  return count;
}

const char *cfaults_file_path(cfaults_layer *layer, size_t index) {
  cfaults_shadow *shadow = shadow_at(layer, index);
  return shadow != NULL ? shadow->path : NULL;
}

uint8_t *cfaults_image(cfaults_layer *layer, size_t index, int loss, uint64_t seed, size_t *count) {
  cfaults_shadow *shadow = shadow_at(layer, index);
  if (shadow == NULL) return NULL;
  image image = {.exists = shadow->exists, .bytes = grown(NULL, shadow->count), .count = shadow->count};
  memcpy(image.bytes, shadow->bytes, shadow->count);
  uint64_t random = seed ^ (uint64_t)index << 32;
  if (loss == CFAULTS_KEEP_ALL || loss == CFAULTS_TORN_LAST_WRITE) image.exists = true;
  for (size_t each = 0; each < shadow->change_count; each++) {
    const cfaults_change *change = &shadow->changes[each];
    bool is_torn = loss == CFAULTS_TORN_LAST_WRITE && change->sequence == layer->sequence;
    switch (loss) {
      case CFAULTS_DROP_UNFLUSHED: break;
      case CFAULTS_SOME_SECTORS: apply_some_sectors(&image, change, &random); break;
      default: apply(&image, change, is_torn ? next(&random) % (change->count + 1) : change->count);
    }
  }
  *count = image.count;
  if (image.exists) return image.bytes;
  free(image.bytes);
  return NULL;
}
