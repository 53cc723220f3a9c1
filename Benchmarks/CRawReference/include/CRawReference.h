// The least C that reads and writes this project's own format, straight on SQLite and libsodium: what the
// benchmarks hold the product against.
//
// One connection and one thread; prepared statements are kept. Generic passwords of one protection class and one
// key generation; every text at most RAW_TEXT_LIMIT bytes, a secret at most RAW_SECRET_LIMIT.

#ifndef CRAWREFERENCE_H
#define CRAWREFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RAW_TEXT_LIMIT 250
#define RAW_SECRET_LIMIT 1024
/// What sealing adds to the bytes it is given: header 8, nonce 24, tag 16.
#define RAW_BOX_OVERHEAD 48

/// Answers of functions that give a count.
enum { RAW_NOT_FOUND = -1, RAW_DAMAGED = -2, RAW_FAILED = -3 };

/// A keychain database with the keys that open it.
typedef struct raw_database raw_database;

/// The keys of one protection class and what its boxes are bound to.
typedef struct {
  uint8_t metadata_key[32];
  uint8_t secret_key[32];
  uint8_t term_key[32];
  uint8_t record_key[32];
  uint8_t row_key[32];
  uint8_t database_identifier[16];
  uint8_t protection;
  /// The value of kSecAttrAccessible for `protection`, such as "ak".
  char accessible[8];
  uint32_t generation;
} raw_keys;

/// Bytes that somebody else owns; NULL where the attribute is absent.
typedef struct {
  const uint8_t *bytes;
  size_t count;
} raw_bytes;

/// An access group as rows and tags name it.
typedef struct {
  raw_bytes name;
  int64_t tag;
} raw_group;

/// A generic password as a caller gives it; a query uses service and account only, a search one attribute. `generic` is
/// data, the rest text.
typedef struct {
  raw_bytes service, account, label, generic, comment, secret;
} raw_item;

/// The opened attributes; the bytes lie in the database's own memory until its next call.
typedef struct {
  raw_bytes service, account, label, generic, comment, group, accessible, digest, multi_user;
  double creation_date, modification_date;
  int64_t clock, secret_generation, synchronizable, system_bound, tombstone;
} raw_attributes;

/// What a listing keeps of one item, so that it can be compared afterwards; longer values are cut.
typedef struct {
  uint8_t account[32], secret[32];
} raw_listed;

/// Makes a database from the migration's text and opens it; NULL where that fails, with a line on stderr.
raw_database *raw_create(const char *path, const char *ddl, const raw_keys *keys);
/// Opens a database that is there.
raw_database *raw_open(const char *path, const raw_keys *keys);
/// Opens one by its own key bag, which the device secret in the folder opens; NULL where it does not.
raw_database *raw_open_by_keybag(const char *path, const char *state_folder);
/// Reads the key bag of an open database and derives the keys anew; `passphrase` is NULL where none is set.
bool raw_unlock(raw_database *database, const char *state_folder, const raw_bytes *passphrase);
/// The processor time that this thread has spent in libsodium's crypto_pwhash, by whomever it was called.
double raw_derivation_nanoseconds(void);
void raw_close(raw_database *database);
/// Why the last call on the database failed.
const char *raw_message(raw_database *database);

/// The group by its name, whose bytes the caller keeps; makes its row where there is none.
bool raw_find_group(raw_database *database, raw_bytes name, raw_group *group);

bool raw_begin(raw_database *database);
bool raw_commit(raw_database *database);
/// Adds one item; outside `raw_begin` and `raw_commit` it is one durable transaction.
bool raw_add(raw_database *database, const raw_group *group, const raw_item *item);
/// Gives a new secret to the item with the query's service and account, or where `query` is NULL to every item of the
/// group, in one durable transaction; gives how many there were.
long raw_update(raw_database *database, const raw_group *group, const raw_item *query, raw_bytes secret);
/// Leaves a tombstone of that item, or of every item of the group, in the same way.
long raw_bury(raw_database *database, const raw_group *group, const raw_item *query);
/// Deletes every tombstone of the group; gives how many there were.
long raw_erase_tombstones(raw_database *database, const raw_group *group);
/// Deletes that item, or every item of the group, in one durable transaction; gives how many there were.
long raw_delete(raw_database *database, const raw_group *group, const raw_item *query);
/// Brings everything into the database file and empties the log.
bool raw_truncate_log(raw_database *database);

/// Copies the secret of the item with the query's service and account, and gives its length.
long raw_lookup_secret(raw_database *, const raw_group *, const raw_item *query, uint8_t secret[RAW_SECRET_LIMIT]);
/// Opens the database by its key bag and answers a first question of it; what is open then is the caller's to close.
long raw_open_and_look_up(
    const char *path, const char *state_folder, raw_bytes group, const raw_item *query,
    uint8_t secret[RAW_SECRET_LIMIT], raw_database **database);
/// The attributes of that item; its secret stays sealed. Gives 0.
long raw_lookup_attributes(raw_database *, const raw_group *, const raw_item *query, raw_attributes *attributes);
/// Both, with two openings; gives the secret's length.
long raw_lookup_item(
    raw_database *, const raw_group *, const raw_item *query, raw_attributes *attributes,
    uint8_t secret[RAW_SECRET_LIMIT]);
/// Every item of the group in the order of their rows, at most `capacity`; gives their number.
long raw_list(raw_database *, const raw_group *, bool with_secrets, raw_listed *listed, size_t capacity);

/// What a search goes by: an attribute with a term, or one without.
typedef enum { RAW_BY_ACCOUNT, RAW_BY_LABEL, RAW_BY_COMMENT } raw_criterion;
/// Every item of the group whose one attribute is that of the query, with its secret; at most `capacity`.
long raw_search(
    raw_database *, const raw_group *, raw_criterion criterion, const raw_item *query, raw_listed *listed,
    size_t capacity);

/// Seals padded secret records as the boxes of column `secret` are sealed; gives the box's length.
size_t raw_seal_secret(
    const raw_keys *keys, const uint8_t uuid[16], uint64_t secret_generation, const uint8_t *padded, size_t count,
    uint8_t *box);
/// Opens such a box; gives the length of what was in it, or RAW_DAMAGED.
long raw_open_secret(
    const raw_keys *keys, const uint8_t uuid[16], uint64_t secret_generation, const uint8_t *box, size_t count,
    uint8_t *padded);

/// Changes each column of the group's first row in turn, and takes the change back.
///
/// Gives the name of the first column whose change goes unnoticed when the row is opened, or NULL: all are noticed.
const char *raw_unnoticed_change(raw_database *database, const raw_group *group);
/// Whether the row of the item, whoever wrote it, is what `raw_add`, or `raw_update` after it, would have written at
/// its moment: the same tags, the same sealed bytes, secret included. `generation` counts the writes of the row.
bool raw_writes_alike(raw_database *database, const raw_group *group, const raw_item *item, int64_t generation);
/// The same of the tombstone of the item and `raw_bury`.
bool raw_buries_alike(raw_database *database, const raw_group *group, const raw_item *item, int64_t generation);
/// Whether SQLite finds the file intact, indexes included.
bool raw_is_intact(raw_database *database);
/// Which libraries the figures were measured with.
const char *raw_library_versions(void);

#endif
