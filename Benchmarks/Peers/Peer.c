// Requests and answers, items, and the clock.

#include "Peer.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LINE = 1 << 16, MOST = 4096 };

static char failure[256] = "no reason given";

static uint64_t next(uint64_t *state) {
  uint64_t mixed = *state += 0x9E3779B97F4A7C15u;
  mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9u;
  mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBu;
  return mixed ^ mixed >> 31;
}

peer_item peer_item_of(long number) {
  peer_item item;
  uint64_t state = (uint64_t)number;
  const unsigned long long first = next(&state), second = next(&state);
  snprintf(item.service, PEER_TEXT, "svc-%07ld.example.com", number);
  snprintf(item.account, PEER_TEXT, "user%07ld@example.com", number);
  snprintf(item.secret, PEER_TEXT, "%016llx%016llx", first, second);
  return item;
}

bool peer_read_line(char *line, int capacity) {
  if (fgets(line, capacity, stdin) == NULL) return false;
  line[strcspn(line, "\n")] = 0;
  return true;
}

bool peer_fail(const char *reason) {
  snprintf(failure, sizeof failure, "%s", reason);
  failure[strcspn(failure, "\n")] = 0;
  return false;
}

int peer_refuse(void) {
  printf("failed %s\n", failure);
  return 1;
}

/// Nanoseconds: as they pass, and of this thread on the processor.
typedef struct {
  uint64_t wall, own;
} moment;

static uint64_t nanoseconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static moment now(void) { return (moment){nanoseconds(CLOCK_MONOTONIC), nanoseconds(CLOCK_THREAD_CPUTIME_ID)}; }

static moment since(moment start) {
  const moment end = now();
  return (moment){end.wall - start.wall, end.own - start.own};
}

static int read_numbers(char *words, long *numbers) {
  int count = 0;
  for (char *word = strtok(words, " "); word != NULL && count < MOST; word = strtok(NULL, " ")) {
    numbers[count++] = strtol(word, NULL, 10);
  }
  return count;
}

// Finds each item and compares what was found after the clock has stopped.
static bool find(
    bool (*call)(const peer_item *, char[PEER_TEXT]), const peer_item *items, int count, moment *taken) {
  static char found[MOST][PEER_TEXT];
  memset(found, 0, sizeof found);
  const moment start = now();
  for (int index = 0; index < count; index++) {
    if (!call(&items[index], found[index])) return false;
  }
  *taken = since(start);
  for (int index = 0; index < count; index++) {
    if (strcmp(found[index], items[index].secret) != 0) return peer_fail("another secret than the item was given");
  }
  return true;
}

static bool add(const peer *peer, const peer_item *items, int count, moment *taken) {
  const moment start = now();
  for (int index = 0; index < count; index++) {
    if (!peer->add(&items[index])) return false;
  }
  *taken = since(start);
  return true;
}

static bool answer(const peer *peer, char *line, moment *taken) {
  static long numbers[MOST];
  static peer_item items[MOST];
  char *words = strchr(line, ' ');
  if (words == NULL) return peer_fail("a request without a number");
  *words++ = 0;
  const int count = read_numbers(words, numbers);
  if (strcmp(line, "fill") == 0 && count == 2 && peer->fill != NULL) return peer->fill(numbers[0], numbers[1]);
  for (int index = 0; index < count; index++) items[index] = peer_item_of(numbers[index]);
  if (strcmp(line, "lookup") == 0 && peer->lookup != NULL) return find(peer->lookup, items, count, taken);
  if (strcmp(line, "open") == 0 && peer->open != NULL) return find(peer->open, items, count, taken);
  if (strcmp(line, "add") == 0 && peer->add != NULL) return add(peer, items, count, taken);
  return peer_fail("an unknown request");
}

int peer_serve(const peer *peer) {
  static char line[LINE];
  setvbuf(stdout, NULL, _IOLBF, 0);
  printf("ok 0 0\n");
  while (peer_read_line(line, sizeof line)) {
    moment taken = {0, 0};
    if (answer(peer, line, &taken)) {
      printf("ok %llu %llu\n", (unsigned long long)taken.wall, (unsigned long long)taken.own);
    } else {
      printf("failed %s\n", failure);
    }
  }
  return 0;
}
