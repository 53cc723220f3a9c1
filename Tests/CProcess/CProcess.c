#define _GNU_SOURCE 1
#include "CProcess.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

int cprocess_is_dumpable(void) {
  return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0);
}

enum { CHUNK = 1 << 20, OVERLAP = 64, LINE = 512 };

int cprocess_fork(void) {
  return fork();
}

struct search {
  const uint8_t *masked;
  const size_t *lengths;
  size_t count;
  uint8_t mask;
  uint64_t *hits;
  /// Whether a needle begins with these two bytes, masked.
  uint8_t begins[1 << 16];
};

static void look(struct search *search, const uint8_t *bytes, size_t count, size_t starts, const char *where) {
  uint8_t mask = search->mask;
  for (size_t at = 0; at < starts && at + 1 < count; at++) {
    if (!search->begins[(size_t)(bytes[at] ^ mask) << 8 | (bytes[at + 1] ^ mask)]) {
      continue;
    }
    const uint8_t *needle = search->masked;
    for (size_t index = 0; index < search->count; needle += search->lengths[index], index++) {
      size_t length = search->lengths[index], same = 0;
      while (at + length <= count && same < length && (bytes[at + same] ^ mask) == needle[same]) {
        same++;
      }
      if (same == length) {
        search->hits[index]++;
        fprintf(stderr, "needle %zu in %s", index, where);
      }
    }
  }
}

static int64_t scan(struct search *search, int memory, FILE *maps, uint8_t *buffer) {
  char line[LINE];
  int64_t looked = 0;
  uintptr_t own = (uintptr_t)buffer;
  while (fgets(line, sizeof line, maps)) {
    unsigned long start, end;
    char readable;
    if (sscanf(line, "%lx-%lx %c", &start, &end, &readable) != 3 || readable != 'r') {
      continue;
    }
    for (uintptr_t at = start; at < end; at += CHUNK) {
      size_t starts = end - at < CHUNK ? end - at : CHUNK;
      size_t wanted = end - at < CHUNK + OVERLAP ? end - at : CHUNK + OVERLAP;
      if (at < own + CHUNK + OVERLAP && own < at + wanted) {
        continue;
      }
      ssize_t got = pread(memory, buffer, wanted, (off_t)at);
      if (got > 0) {
        look(search, buffer, (size_t)got, starts, line);
        looked += got;
      }
      explicit_bzero(buffer, CHUNK + OVERLAP);
    }
  }
  return looked;
}

int64_t cprocess_scan(const uint8_t *masked, const size_t *lengths, size_t count, uint8_t mask, uint64_t *hits) {
  static struct search search;
  search = (struct search){.masked = masked, .lengths = lengths, .count = count, .mask = mask, .hits = hits};
  const uint8_t *needle = masked;
  for (size_t index = 0; index < count; needle += lengths[index], index++) {
    search.begins[(size_t)needle[0] << 8 | needle[1]] = 1;
  }
  uint8_t *buffer = mmap(NULL, CHUNK + OVERLAP, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  int memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
  FILE *maps = fopen("/proc/self/maps", "re");
  int64_t looked = -1;
  if (buffer != MAP_FAILED && memory >= 0 && maps) {
    looked = scan(&search, memory, maps, buffer);
  }
  if (maps) {
    fclose(maps);
  }
  if (memory >= 0) {
    close(memory);
  }
  if (buffer != MAP_FAILED) {
    munmap(buffer, CHUNK + OVERLAP);
  }
  return looked;
}
