// The floor by itself: what it is held against the program it stands for with. Texts are formed within the measured
// part, as often as that program forms them.

#include <time.h>

#include "Database.h"

enum { QUESTIONS = 20000, MOST_CHANGES = 10000, COMMITS = 200, MOST_ROUNDS = 64, FIGURES = 11 };
/// Numbers of items: those of the database, and others that nobody has.
enum { FIRST_ADDED = 100000000, FIRST_DURABLE = 200000000, FIRST_MISSING = 900000000 };

_Static_assert(sizeof(floor_figures) == FIGURES * sizeof(double), "a row of figures is an array of them");

typedef struct {
  floor_database *database;
  int items;
  uint32_t random;
  uint8_t secret[32];
  char service[32], account[32];
} bench;

static double now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static double processor(void) { return now(CLOCK_THREAD_CPUTIME_ID); }

static floor_bytes bytes(const char *text, int count) { return (floor_bytes){(const uint8_t *)text, (size_t)count}; }

static floor_item item(bench *bench, int number) {
  const int service = snprintf(bench->service, sizeof bench->service, "svc-%07d.example.com", number);
  const int account = snprintf(bench->account, sizeof bench->account, "user%07d@example.com", number);
  return (floor_item){
      bytes(bench->service, service), bytes(bench->account, account), bytes("com.example.app", 15),
      {bench->secret, sizeof bench->secret}};
}

static int draw(bench *bench) {
  bench->random ^= bench->random << 13;
  bench->random ^= bench->random >> 17;
  bench->random ^= bench->random << 5;
  return (int)(bench->random % (uint32_t)bench->items);
}

static bool add(bench *bench, int number) {
  // Once for the hash and once for the attributes.
  item(bench, number);
  const floor_item added = item(bench, number);
  return floor_add(bench->database, 1, &added);
}

static bool update(bench *bench, int number) {
  const floor_item changed = item(bench, number);
  return floor_update(bench->database, &changed);
}

static bool remove_one(bench *bench, int number) {
  const floor_item removed = item(bench, number);
  return floor_delete(bench->database, &removed);
}

static bool look_up_secret(bench *bench, int number) {
  uint8_t secret[FLOOR_SECRET_LIMIT];
  const floor_item query = item(bench, number);
  return floor_lookup_secret(bench->database, &query, secret) == (long)sizeof bench->secret;
}

static bool look_up_attributes(bench *bench, int number) {
  uint8_t account[32];
  const floor_item query = item(bench, number);
  return floor_lookup_attributes(bench->database, &query, account) == 0;
}

static bool miss(bench *bench, int number) {
  uint8_t secret[FLOOR_SECRET_LIMIT];
  const floor_item query = item(bench, number);
  return floor_lookup_secret(bench->database, &query, secret) == FLOOR_NOT_FOUND;
}

typedef bool (*work)(bench *, int number);

/// Nanoseconds an item for the work on `count` of them from `first` on; negative where one failed.
static double time_from(bench *bench, work work, int first, int count) {
  const double start = processor();
  for (int number = first; number < first + count; number++) {
    if (!work(bench, number)) return -1;
  }
  return (processor() - start) / count;
}

/// The same on items that are drawn.
static double time_drawn(bench *bench, work work, int count) {
  const double start = processor();
  for (int turn = 0; turn < count; turn++) {
    if (!work(bench, draw(bench))) return -1;
  }
  return (processor() - start) / count;
}

static double time_listing(bench *bench, bool with_secrets, floor_listed *listed) {
  const double start = processor();
  const long count = floor_list(bench->database, with_secrets, listed, (size_t)bench->items + 1);
  return count == bench->items ? (processor() - start) / bench->items : -1;
}

static int compare(const void *left, const void *right) {
  const double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

static double middle(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, compare);
  return values[count / 2];
}

/// One commit an item: each is added, changed and deleted before the next comes.
static bool time_commits(bench *bench, int first, int count, double middles[3]) {
  const work works[3] = {add, update, remove_one};
  double times[3][COMMITS + 1];
  for (int commit = 0; commit < count; commit++) {
    for (int index = 0; index < 3; index++) {
      const double start = now(CLOCK_MONOTONIC);
      if (!works[index](bench, first + commit)) return false;
      times[index][commit] = now(CLOCK_MONOTONIC) - start;
    }
  }
  for (int index = 0; index < 3; index++) middles[index] = middle(times[index], count);
  return true;
}

static bool measure_round(bench *bench, int round, int commits, floor_listed *listed, double figures[FIGURES]) {
  const int changes = bench->items < MOST_CHANGES ? bench->items : MOST_CHANGES;
  figures[0] = time_drawn(bench, look_up_attributes, QUESTIONS);
  figures[1] = time_drawn(bench, look_up_secret, QUESTIONS);
  figures[2] = time_from(bench, miss, FIRST_MISSING, QUESTIONS);
  figures[3] = time_listing(bench, false, listed);
  figures[4] = time_listing(bench, true, listed);
  if (!floor_begin(bench->database)) return false;
  figures[5] = time_from(bench, add, FIRST_ADDED, changes);
  figures[6] = time_from(bench, update, FIRST_ADDED, changes);
  figures[7] = time_from(bench, remove_one, FIRST_ADDED, changes);
  if (!floor_roll_back(bench->database)) return false;
  if (!time_commits(bench, FIRST_DURABLE + round * commits, commits, figures + 8)) return false;
  for (int figure = 0; figure < FIGURES; figure++) {
    if (figures[figure] < 0) return false;
  }
  return true;
}

/// Fills the database, and lets its log grow, after which commits are written over its start.
static bool fill(bench *bench) {
  if (!floor_begin(bench->database)) return false;
  for (int number = 0; number < bench->items; number++) {
    if (!add(bench, number)) return false;
  }
  if (!floor_commit(bench->database) || !floor_truncate_log(bench->database)) return false;
  for (int turn = 0; turn < 400; turn++) {
    if (!add(bench, FIRST_DURABLE) || !remove_one(bench, FIRST_DURABLE)) return false;
  }
  return true;
}

static bool measure(bench *bench, int rounds, floor_figures *figures) {
  floor_listed *listed = calloc((size_t)bench->items + 1, sizeof *listed);
  if (listed == NULL || !fill(bench)) {
    free(listed);
    return false;
  }
  double values[FIGURES][MOST_ROUNDS], round_values[FIGURES];
  bool measured = true;
  for (int round = 0; round < rounds && measured; round++) {
    measured = measure_round(bench, round, COMMITS / rounds + 1, listed, round_values);
    for (int figure = 0; figure < FIGURES && measured; figure++) values[figure][round] = round_values[figure];
  }
  double middles[FIGURES];
  for (int figure = 0; figure < FIGURES && measured; figure++) middles[figure] = middle(values[figure], rounds);
  if (measured) memcpy(figures, middles, sizeof middles);
  free(listed);
  return measured;
}

bool floor_measure_alone(const char *path, int items, int rounds, floor_figures *figures) {
  if (items < 1 || rounds < 1 || rounds > MOST_ROUNDS) return false;
  bench bench = {.database = floor_create(path), .items = items, .random = 2463534242u};
  if (bench.database == NULL) return false;
  randombytes_buf(bench.secret, sizeof bench.secret);
  const bool measured = measure(&bench, rounds, figures);
  floor_close(bench.database);
  return measured;
}
