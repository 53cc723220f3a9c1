// The least work that answers the bare question: one index, an item without padding, its attributes and its secret
// sealed apart under one key. No format of ours, no policy, no search terms.
//
// One connection and one thread; prepared statements are kept. Every text at most FLOOR_TEXT_LIMIT bytes, a secret
// at most FLOOR_SECRET_LIMIT.

#ifndef CFLOORREFERENCE_H
#define CFLOORREFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FLOOR_TEXT_LIMIT 250
#define FLOOR_SECRET_LIMIT 1024
/// What sealing adds: nonce 24, tag 16.
#define FLOOR_BOX_OVERHEAD 40

/// Answers of functions that give a count.
enum { FLOOR_NOT_FOUND = -1, FLOOR_DAMAGED = -2, FLOOR_FAILED = -3 };

/// A database and the two random keys it was made with.
typedef struct floor_database floor_database;

/// Bytes that somebody else owns.
typedef struct {
  const uint8_t *bytes;
  size_t count;
} floor_bytes;

/// An item as a caller gives it; a query uses service, account and group only.
typedef struct {
  floor_bytes service, account, group, secret;
} floor_item;

/// What a listing keeps of one item, so that it can be compared afterwards; longer values are cut.
typedef struct {
  uint8_t account[32], secret[32];
} floor_listed;

/// Makes a database; NULL where that fails, with a line on stderr.
floor_database *floor_create(const char *path);
void floor_close(floor_database *database);
/// Why the last call on the database failed.
const char *floor_message(floor_database *database);

bool floor_begin(floor_database *database);
bool floor_commit(floor_database *database);
/// Adds one item under the number of its group; outside `floor_begin` and `floor_commit` it is durable by itself.
bool floor_add(floor_database *database, int64_t group, const floor_item *item);
/// Takes back what was done since `floor_begin`.
bool floor_roll_back(floor_database *database);
/// Gives the item with this service, account and group another secret, and its row another date.
bool floor_update(floor_database *database, const floor_item *item);
bool floor_delete(floor_database *database, const floor_item *item);
/// Erases every item of the numbered group in one transaction.
bool floor_erase(floor_database *database, int64_t group);
/// Brings everything into the database file and empties the log.
bool floor_truncate_log(floor_database *database);

/// Copies the secret of the item, with both openings, and gives its length.
long floor_lookup_secret(floor_database *, const floor_item *query, uint8_t secret[FLOOR_SECRET_LIMIT]);
/// Opens the attributes only; gives 0, and their account, cut to 32 bytes.
long floor_lookup_attributes(floor_database *, const floor_item *query, uint8_t account[32]);
/// Both of an item at once; gives the secret's length.
long floor_lookup_item(
    floor_database *, const floor_item *query, uint8_t account[32], uint8_t secret[FLOOR_SECRET_LIMIT]);
/// Every item in the order of their rows, at most `capacity`; gives their number.
long floor_list(floor_database *, bool with_secrets, floor_listed *listed, size_t capacity);

/// Seals with a fresh nonce, bound to 16 bytes; gives the box's length.
size_t floor_seal(
    const uint8_t key[32], const uint8_t bound_to[16], const uint8_t *bytes, size_t count, uint8_t *box);
/// Opens such a box; gives the length of what was in it, or FLOOR_DAMAGED.
long floor_open(const uint8_t key[32], const uint8_t bound_to[16], const uint8_t *box, size_t count, uint8_t *bytes);

/// A file of 64 blocks of 8 KiB that are there already.
typedef struct floor_disk floor_disk;

floor_disk *floor_disk_create(const char *path);
void floor_disk_close(floor_disk *disk);
/// Overwrites one block and waits for the disk: the least that a durable change of one item costs.
bool floor_disk_overwrite(floor_disk *disk);

/// What the floor takes by itself, in nanoseconds an item: the middle of some rounds.
typedef struct {
  double lookup_attributes, lookup_secret, lookup_miss, list_attributes, list_secrets;
  /// In one transaction that is taken back; what beginning and ending it takes is not counted.
  double add, update, remove;
  /// One commit an item, as it passes on the wall: the middle one of each round.
  double add_durably, update_durably, remove_durably;
} floor_figures;

/// Measures a database of its own at `path`, with nobody else in between; false where something failed.
bool floor_measure_alone(const char *path, int items, int rounds, floor_figures *figures);

/// Runs a program to its end and keeps what it writes to its standard output, up to `capacity` bytes; both arrays end
/// in NULL. Gives its exit status, or FLOOR_FAILED where it has none.
int floor_run(
    const char *const arguments[], const char *const environment[], char *output, size_t capacity, size_t *count);

#endif
