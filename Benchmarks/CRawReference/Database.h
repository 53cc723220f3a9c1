// What the files of the raw reference share.

#ifndef DATABASE_H
#define DATABASE_H

#include <endian.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "CRawReference.h"

/// The largest padded metadata and secret records of an item within the limits.
#define RAW_RECORDS_LIMIT 2048

enum raw_question {
  RAW_LOOKUP,
  RAW_LOOKUP_SECRET,
  RAW_LIST,
  RAW_LIST_SECRETS,
  RAW_INSERT,
  RAW_SEARCH_ACCOUNT,
  RAW_SEARCH_LABEL,
  RAW_CHANGED,
  RAW_CHANGED_ALL,
  RAW_LOOKUP_TOMBSTONE,
  RAW_TOMBSTONES,
  RAW_UPDATE,
  RAW_BURY,
  RAW_DELETE,
  RAW_FIND_GROUP,
  RAW_INSERT_GROUP,
  RAW_BEGIN,
  RAW_COMMIT,
  RAW_ROLL_BACK,
  RAW_STATE,
  RAW_KEEP_STATE,
  RAW_KEYBAG,
  RAW_QUESTIONS
};

/// The state record, opened.
typedef struct {
  uint64_t epoch, items, bag, verified;
  uint8_t anchored;
  uint8_t sum[32];
} raw_state;

struct raw_database {
  sqlite3 *handle;
  sqlite3_stmt *statements[RAW_QUESTIONS];
  raw_keys keys;
  int64_t clock;
  raw_state state;
  bool in_transaction;
  uint8_t metadata[RAW_RECORDS_LIMIT];
  uint8_t secret[RAW_RECORDS_LIMIT];
  uint8_t row[2 * RAW_RECORDS_LIMIT + 512];
};

/// The columns of a row in the order in which every statement names them.
enum raw_column {
  RAW_UUID,
  RAW_IDENTITY,
  RAW_CLASS,
  RAW_GROUP,
  RAW_PROTECTION,
  RAW_SYNCHRONIZABLE,
  RAW_TOMBSTONE,
  RAW_GENERATION,
  RAW_TERMS,
  RAW_TERM1,
  RAW_METADATA = RAW_TERM1 + 5,
  RAW_SECRET,
  /// The row's number, where a statement gives it.
  RAW_NUMBER
};

/// The plain columns of a row, as its boxes bind them.
typedef struct {
  uint8_t uuid[16], identity[16];
  int64_t item_class, group, protection, synchronizable, tombstone, generation, terms;
  bool has_term[5];
  int64_t term[5];
} raw_columns;

/// The class of generic passwords and the version of the table of terms.
enum { RAW_GENERIC_PASSWORD = 1, RAW_TERM_VERSION = 1 };

/// Bytes written one after the other into memory that is large enough.
typedef struct {
  uint8_t *bytes;
  size_t count;
} raw_writer;

static inline void raw_write(raw_writer *writer, const void *bytes, size_t count) {
  if (count > 0) memcpy(writer->bytes + writer->count, bytes, count);
  writer->count += count;
}

static inline void raw_write_u8(raw_writer *writer, uint8_t value) { raw_write(writer, &value, 1); }

static inline void raw_write_u16(raw_writer *writer, uint16_t value) {
  value = htole16(value);
  raw_write(writer, &value, sizeof value);
}

static inline void raw_write_u32(raw_writer *writer, uint32_t value) {
  value = htole32(value);
  raw_write(writer, &value, sizeof value);
}

static inline void raw_write_u64(raw_writer *writer, uint64_t value) {
  value = htole64(value);
  raw_write(writer, &value, sizeof value);
}

static inline uint16_t raw_read_u16(const uint8_t *bytes) {
  uint16_t value;
  memcpy(&value, bytes, sizeof value);
  return le16toh(value);
}

static inline uint64_t raw_read_u64(const uint8_t *bytes) {
  uint64_t value;
  memcpy(&value, bytes, sizeof value);
  return le64toh(value);
}

// Database.c
/// The statement of a question, prepared when it is first asked.
sqlite3_stmt *raw_statement(raw_database *database, enum raw_question question);

// Tags.c
int64_t raw_group_tag(const raw_keys *keys, raw_bytes name);
int64_t raw_pair_term(const raw_keys *keys, raw_bytes group, const raw_item *item);
int64_t raw_single_term(const raw_keys *keys, raw_bytes group, const char code[4], raw_bytes value);
/// Identity and the five terms.
void raw_fill_tags(const raw_keys *keys, raw_bytes group, const raw_item *item, raw_columns *columns);

// Boxes.c
size_t raw_seal_metadata(
    const raw_keys *keys, const raw_columns *columns, const uint8_t *padded, size_t count, uint8_t *box);
long raw_open_metadata(
    const raw_keys *keys, const raw_columns *columns, const uint8_t *box, size_t count, uint8_t *padded);

// Records.c
/// What a write of an item notes in its metadata.
typedef struct {
  int64_t clock;
  double creation_date, modification_date;
  /// 0 where there is no secret.
  int64_t secret_generation;
  bool tombstone;
} raw_stamp;

/// The metadata's padded records, kSecAttrSHA1 among them; gives their length.
size_t raw_write_metadata(
    const raw_keys *keys, raw_bytes group, const raw_item *item, const raw_stamp *stamp, uint8_t *padded);
size_t raw_write_secret(raw_bytes secret, uint8_t *padded);
bool raw_read_metadata(const uint8_t *padded, size_t count, raw_attributes *attributes);
bool raw_read_secret(const uint8_t *padded, size_t count, raw_bytes *secret);

// State.c
/// Reads the record as a transaction begins, and writes it as it ends.
bool raw_begin_state(raw_database *database);
bool raw_keep_state(raw_database *database);
/// A row as it is from now on, and one as it was: a change is both.
void raw_state_came(
    raw_database *database, int64_t id, const raw_columns *columns, raw_bytes metadata, raw_bytes secret);
void raw_state_left(
    raw_database *database, int64_t id, const raw_columns *columns, raw_bytes metadata, raw_bytes secret);
void raw_state_group(raw_database *database, int64_t tag, const uint8_t *name, size_t count);

// Changes.c
bool raw_step_once(sqlite3_stmt *statement);
/// Ends a transaction that one call began for itself.
bool raw_finish(raw_database *database, bool succeeded);
/// The moment of a write, later than that of the write before it, which is NULL for a new item.
raw_stamp raw_stamp_now(raw_database *database, const raw_attributes *before);

// Lookup.c
bool raw_read_columns(sqlite3_stmt *statement, raw_columns *columns);
/// Opens the metadata of the row a statement stands on, and gives its plain columns.
bool raw_open_row_metadata(
    raw_database *database, sqlite3_stmt *statement, raw_columns *columns, raw_attributes *attributes);
/// Opens the row a statement stands on; `secret` may be NULL. Gives the secret's length or RAW_DAMAGED.
long raw_open_row(raw_database *database, sqlite3_stmt *statement, raw_attributes *attributes, raw_bytes *secret);
bool raw_open_row_secret(
    raw_database *database, sqlite3_stmt *statement, const raw_attributes *attributes, raw_bytes *secret);
bool raw_equal(raw_bytes left, raw_bytes right);
/// Equal terms are not yet equal values: what was asked for is compared again.
bool raw_matches(const raw_attributes *attributes, const raw_group *group, const raw_item *query);
void raw_keep_listed(raw_listed *listed, const raw_attributes *attributes, raw_bytes secret);

#endif
