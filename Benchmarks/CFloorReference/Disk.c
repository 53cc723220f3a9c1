// What one durable write costs on this disk: 8 KiB over blocks that are there, and fdatasync.

#include <fcntl.h>
#include <unistd.h>

#include "Database.h"

enum { BLOCK = 8192, BLOCKS = 64 };

struct floor_disk {
  int descriptor, next;
  uint8_t block[BLOCK];
};

floor_disk *floor_disk_create(const char *path) {
  floor_disk *disk = calloc(1, sizeof *disk);
  if (disk == NULL) return NULL;
  disk->descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
  bool written = disk->descriptor >= 0;
  for (int block = 0; block < BLOCKS && written; block++) {
    written = pwrite(disk->descriptor, disk->block, BLOCK, (off_t)block * BLOCK) == BLOCK;
  }
  if (written && fsync(disk->descriptor) == 0) return disk;
  floor_disk_close(disk);
  return NULL;
}

void floor_disk_close(floor_disk *disk) {
  if (disk == NULL) return;
  if (disk->descriptor >= 0) close(disk->descriptor);
  free(disk);
}

bool floor_disk_overwrite(floor_disk *disk) {
  const off_t offset = (off_t)disk->next * BLOCK;
  disk->next = (disk->next + 1) % BLOCKS;
  return pwrite(disk->descriptor, disk->block, BLOCK, offset) == BLOCK && fdatasync(disk->descriptor) == 0;
}
