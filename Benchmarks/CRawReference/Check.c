// Whether the reference keeps what it promises: a measured opening that checks less than the product's is no measure.

#include "Database.h"

static const struct {
  const char *name, *sql;
} changes[] = {
    {"uuid", "UPDATE item SET uuid = zeroblob(16) WHERE id = ?1"},
    {"identity", "UPDATE item SET identity = zeroblob(16) WHERE id = ?1"},
    {"class", "UPDATE item SET class = class + 1 WHERE id = ?1"},
    {"access_group", "UPDATE item SET access_group = access_group + 1 WHERE id = ?1"},
    {"protection", "UPDATE item SET protection = protection + 1 WHERE id = ?1"},
    {"synchronizable", "UPDATE item SET synchronizable = 1 WHERE id = ?1"},
    {"tombstone", "UPDATE item SET tombstone = 1 WHERE id = ?1"},
    {"generation", "UPDATE item SET generation = generation + 1 WHERE id = ?1"},
    {"terms", "UPDATE item SET terms = terms + 1 WHERE id = ?1"},
    {"term1", "UPDATE item SET term1 = term1 + 1 WHERE id = ?1"},
    {"term2", "UPDATE item SET term2 = term2 + 1 WHERE id = ?1"},
    {"term3", "UPDATE item SET term3 = NULL WHERE id = ?1"},
    {"term4", "UPDATE item SET term4 = ifnull(term4, 0) + 1 WHERE id = ?1"},
    {"term5", "UPDATE item SET term5 = ifnull(term5, 0) + 1 WHERE id = ?1"},
    {"secret, NULL", "UPDATE item SET secret = NULL WHERE id = ?1"},
    {"secret, another row's", "UPDATE item SET secret = (SELECT secret FROM item WHERE id <> ?1) WHERE id = ?1"},
};

static bool execute(raw_database *database, const char *sql) {
  return sqlite3_exec(database->handle, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static int64_t first_number(raw_database *database, const char *sql, int64_t argument) {
  sqlite3_stmt *statement = NULL;
  int64_t number = -1;
  if (sqlite3_prepare_v2(database->handle, sql, -1, &statement, NULL) == SQLITE_OK) {
    sqlite3_bind_int64(statement, 1, argument);
    if (sqlite3_step(statement) == SQLITE_ROW) number = sqlite3_column_int64(statement, 0);
  }
  sqlite3_finalize(statement);
  return number;
}

static bool change(raw_database *database, const char *sql, int64_t id) {
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v2(database->handle, sql, -1, &statement, NULL) != SQLITE_OK) return false;
  sqlite3_bind_int64(statement, 1, id);
  const int result = sqlite3_step(statement);
  sqlite3_finalize(statement);
  return result == SQLITE_DONE && sqlite3_changes(database->handle) == 1;
}

static bool opens(raw_database *database, int64_t id) {
  static const char question[] =
      "SELECT uuid, identity, class, access_group, protection, synchronizable, tombstone, generation, terms,"
      " term1, term2, term3, term4, term5, metadata, secret FROM item WHERE id = ?1";
  sqlite3_stmt *statement = NULL;
  raw_attributes attributes;
  raw_bytes secret;
  bool opened = false;
  if (sqlite3_prepare_v2(database->handle, question, -1, &statement, NULL) == SQLITE_OK) {
    sqlite3_bind_int64(statement, 1, id);
    opened =
        sqlite3_step(statement) == SQLITE_ROW && raw_open_row(database, statement, &attributes, &secret) >= 0;
  }
  sqlite3_finalize(statement);
  return opened;
}

/// Flips the lowest bit of one byte; false past the end.
static bool flip(raw_database *database, const char *column, int64_t id, int offset) {
  sqlite3_blob *blob = NULL;
  uint8_t byte = 0;
  if (sqlite3_blob_open(database->handle, "main", "item", column, id, 1, &blob) != SQLITE_OK) return false;
  bool flipped = sqlite3_blob_read(blob, &byte, 1, offset) == SQLITE_OK;
  byte ^= 1;
  flipped = flipped && sqlite3_blob_write(blob, &byte, 1, offset) == SQLITE_OK;
  sqlite3_blob_close(blob);
  return flipped;
}

static const char *unnoticed_column(raw_database *database, int64_t id) {
  for (size_t index = 0; index < sizeof changes / sizeof *changes; index++) {
    execute(database, "BEGIN");
    const bool noticed = change(database, changes[index].sql, id) && !opens(database, id);
    execute(database, "ROLLBACK");
    if (!noticed) return changes[index].name;
  }
  return NULL;
}

static const char *unnoticed_byte(raw_database *database, const char *column, int64_t id) {
  int offset = 0;
  for (bool flipped = true; flipped; offset++) {
    execute(database, "BEGIN");
    flipped = flip(database, column, id, offset);
    const bool opened = flipped && opens(database, id);
    execute(database, "ROLLBACK");
    if (opened) return column;
  }
  return offset > RAW_BOX_OVERHEAD ? NULL : column;
}

const char *raw_unnoticed_change(raw_database *database, const raw_group *group) {
  const int64_t id = first_number(database, "SELECT min(id) FROM item WHERE access_group = ?1", group->tag);
  if (!opens(database, id)) return "none: the row does not open as it is";
  execute(database, "PRAGMA foreign_keys = OFF");  // else a row of no group could not even be written
  const char *unnoticed = unnoticed_column(database, id);
  if (unnoticed == NULL) unnoticed = unnoticed_byte(database, "metadata", id);
  if (unnoticed == NULL) unnoticed = unnoticed_byte(database, "secret", id);
  execute(database, "PRAGMA foreign_keys = ON");
  return opens(database, id) ? unnoticed : "none: the row no longer opens";
}

static bool has_tags(const raw_columns *row, const raw_columns *expected) {
  bool equal = memcmp(row->identity, expected->identity, 16) == 0;
  for (int index = 0; index < 5; index++) {
    equal = equal && row->has_term[index] == expected->has_term[index] && row->term[index] == expected->term[index];
  }
  return equal;
}

/// Whether the row has the secret's sealed records; a tombstone has none.
static bool has_secret(raw_database *database, sqlite3_stmt *statement, const raw_item *item, bool tombstone) {
  if (tombstone) return sqlite3_column_type(statement, RAW_SECRET) == SQLITE_NULL;
  uint8_t records[RAW_RECORDS_LIMIT];
  const size_t count = raw_write_secret(item->secret, records);
  return (size_t)sqlite3_column_bytes(statement, RAW_SECRET) == count + RAW_BOX_OVERHEAD &&
         memcmp(records, database->secret, count) == 0;
}

static bool is_alike(
    raw_database *database, sqlite3_stmt *statement, const raw_group *group, const raw_item *item,
    int64_t generation, bool tombstone) {
  const raw_item buried = {.service = item->service, .account = item->account};
  const raw_item *const left = tombstone ? &buried : item;
  raw_columns row, expected;
  raw_attributes attributes;
  raw_bytes secret;
  uint8_t metadata[RAW_RECORDS_LIMIT];
  if (!raw_read_columns(statement, &row)) return false;
  if (raw_open_row(database, statement, &attributes, tombstone ? NULL : &secret) < 0) return false;
  raw_fill_tags(&database->keys, group->name, left, &expected);
  const raw_stamp stamp = {
      attributes.clock, attributes.creation_date, attributes.modification_date, attributes.secret_generation,
      tombstone};
  const size_t count = raw_write_metadata(&database->keys, group->name, left, &stamp, metadata);
  return has_tags(&row, &expected) && row.generation == generation && row.tombstone == tombstone &&
         attributes.secret_generation == (tombstone ? 0 : generation) && row.terms == RAW_TERM_VERSION &&
         (size_t)sqlite3_column_bytes(statement, RAW_METADATA) == count + RAW_BOX_OVERHEAD &&
         memcmp(metadata, database->metadata, count) == 0 && has_secret(database, statement, item, tombstone);
}

static bool finds_alike(
    raw_database *database, const raw_group *group, const raw_item *item, int64_t generation, bool tombstone) {
  sqlite3_stmt *statement = raw_statement(database, tombstone ? RAW_LOOKUP_TOMBSTONE : RAW_LOOKUP_SECRET);
  sqlite3_bind_int64(statement, 1, raw_pair_term(&database->keys, group->name, item));
  sqlite3_bind_int64(statement, 2, group->tag);
  const bool alike =
      sqlite3_step(statement) == SQLITE_ROW && is_alike(database, statement, group, item, generation, tombstone);
  sqlite3_reset(statement);
  return alike;
}

bool raw_writes_alike(raw_database *database, const raw_group *group, const raw_item *item, int64_t generation) {
  return finds_alike(database, group, item, generation, false);
}

bool raw_buries_alike(raw_database *database, const raw_group *group, const raw_item *item, int64_t generation) {
  return finds_alike(database, group, item, generation, true);
}

bool raw_is_intact(raw_database *database) {
  return first_number(database, "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'", 0) == 0 &&
         first_number(database, "SELECT count(*) FROM pragma_foreign_key_check", 0) == 0;
}
