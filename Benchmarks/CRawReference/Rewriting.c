// Updating and deleting: each row that matches is opened, leaves the sum of rows as it was, and comes back changed.

#include <stdlib.h>

#include "Database.h"

/// A row that a statement stands on; attributes and boxes are gone when it steps.
typedef struct {
  int64_t id;
  raw_columns columns;
  raw_attributes attributes;
  raw_bytes metadata, secret;
} opened_row;

static raw_bytes blob(sqlite3_stmt *statement, int column) {
  const uint8_t *bytes = sqlite3_column_blob(statement, column);
  return (raw_bytes){bytes, (size_t)sqlite3_column_bytes(statement, column)};
}

static bool open_row(raw_database *database, sqlite3_stmt *statement, opened_row *row) {
  row->id = sqlite3_column_int64(statement, RAW_NUMBER);
  row->metadata = blob(statement, RAW_METADATA);
  row->secret = blob(statement, RAW_SECRET);
  return raw_open_row_metadata(database, statement, &row->columns, &row->attributes);
}

static bool is_meant(const raw_attributes *attributes, const raw_group *group, const raw_item *query) {
  return query == NULL ? raw_equal(attributes->group, group->name) : raw_matches(attributes, group, query);
}

static sqlite3_stmt *ask(raw_database *database, const raw_group *group, const raw_item *query) {
  sqlite3_stmt *statement = raw_statement(database, query == NULL ? RAW_CHANGED_ALL : RAW_CHANGED);
  if (query == NULL) {
    sqlite3_bind_int64(statement, 1, group->tag);
  } else {
    sqlite3_bind_int64(statement, 1, raw_pair_term(&database->keys, group->name, query));
    sqlite3_bind_int64(statement, 2, group->tag);
  }
  return statement;
}

/// Ends the transaction of a change of `count` rows, or of one that failed.
static long finish(raw_database *database, bool succeeded, long count) {
  return raw_finish(database, succeeded) ? count : RAW_FAILED;
}

/// Writes the row one generation later. The place in the index by which it was found stays, so the statement that
/// found it may go on.
static bool rewrite(
    raw_database *database, opened_row *row, raw_columns columns, const raw_item *item, bool tombstone) {
  columns.generation += 1;
  raw_stamp stamp = raw_stamp_now(database, &row->attributes);
  stamp.secret_generation = tombstone ? 0 : columns.generation;
  stamp.tombstone = tombstone;

  uint8_t records[RAW_RECORDS_LIMIT];
  uint8_t metadata[RAW_RECORDS_LIMIT + RAW_BOX_OVERHEAD], secret[RAW_RECORDS_LIMIT + RAW_BOX_OVERHEAD];
  const size_t records_count = raw_write_metadata(&database->keys, row->attributes.group, item, &stamp, records);
  const size_t metadata_count = raw_seal_metadata(&database->keys, &columns, records, records_count, metadata);
  raw_bytes sealed = {NULL, 0};
  if (!tombstone) {
    const size_t secret_count = raw_write_secret(item->secret, database->secret);
    sealed.bytes = secret;
    sealed.count = raw_seal_secret(
        &database->keys, columns.uuid, (uint64_t)columns.generation, database->secret, secret_count, secret);
  }

  raw_state_left(database, row->id, &row->columns, row->metadata, row->secret);
  sqlite3_stmt *statement = raw_statement(database, tombstone ? RAW_BURY : RAW_UPDATE);
  sqlite3_bind_int64(statement, 1 + RAW_GENERATION, columns.generation);
  sqlite3_bind_blob(statement, 1 + RAW_METADATA, metadata, (int)metadata_count, SQLITE_STATIC);
  if (!tombstone) sqlite3_bind_blob(statement, 1 + RAW_SECRET, sealed.bytes, (int)sealed.count, SQLITE_STATIC);
  sqlite3_bind_int64(statement, 1 + RAW_NUMBER, row->id);
  if (!raw_step_once(statement) || sqlite3_changes(database->handle) != 1) return false;
  raw_state_came(database, row->id, &columns, (raw_bytes){metadata, metadata_count}, sealed);
  return true;
}

/// The same attributes with another secret; no index changes.
static bool give_secret(raw_database *database, opened_row *row, raw_bytes secret) {
  const raw_attributes *const old = &row->attributes;
  const raw_item item = {old->service, old->account, old->label, old->generic, old->comment, secret};
  return rewrite(database, row, row->columns, &item, false);
}

/// What identifies the item, without label and generic attribute and so without their terms.
static bool bury(raw_database *database, opened_row *row) {
  const raw_item item = {.service = row->attributes.service, .account = row->attributes.account};
  raw_columns columns = row->columns;
  columns.tombstone = 1;
  for (int index = 3; index < 5; index++) {
    columns.has_term[index] = false;
    columns.term[index] = 0;
  }
  return rewrite(database, row, columns, &item, true);
}

/// Changes every row that is meant in one transaction; without a secret it becomes a tombstone.
static long change_each(
    raw_database *database, const raw_group *group, const raw_item *query, const raw_bytes *secret) {
  if (!raw_begin(database)) return RAW_FAILED;
  sqlite3_stmt *statement = ask(database, group, query);
  opened_row row;
  long count = 0;
  bool succeeded = true;
  int step;
  while (succeeded && (step = sqlite3_step(statement)) == SQLITE_ROW) {
    succeeded = open_row(database, statement, &row);
    if (!succeeded || !is_meant(&row.attributes, group, query)) continue;
    succeeded = secret == NULL ? bury(database, &row) : give_secret(database, &row, *secret);
    count += 1;
  }
  sqlite3_reset(statement);
  return finish(database, succeeded && step == SQLITE_DONE, count);
}

long raw_update(raw_database *database, const raw_group *group, const raw_item *query, raw_bytes secret) {
  return secret.count > RAW_SECRET_LIMIT ? RAW_FAILED : change_each(database, group, query, &secret);
}

long raw_bury(raw_database *database, const raw_group *group, const raw_item *query) {
  return change_each(database, group, query, NULL);
}

/// Takes every row that is meant out of the sum and notes its number, so that no cursor is open while they go.
static long doomed_rows(
    raw_database *database, sqlite3_stmt *statement, const raw_group *group, const raw_item *query, int64_t **ids) {
  opened_row row;
  long count = 0, capacity = 0;
  int step;
  while ((step = sqlite3_step(statement)) == SQLITE_ROW && count >= 0) {
    if (!open_row(database, statement, &row)) {
      count = RAW_DAMAGED;
    } else if (is_meant(&row.attributes, group, query)) {
      if (count == capacity) {
        capacity = capacity * 2 + 16;
        int64_t *const grown = realloc(*ids, (size_t)capacity * sizeof **ids);
        if (grown == NULL) break;
        *ids = grown;
      }
      (*ids)[count++] = row.id;
      raw_state_left(database, row.id, &row.columns, row.metadata, row.secret);
    }
  }
  sqlite3_reset(statement);
  return step == SQLITE_DONE ? count : RAW_FAILED;
}

static long delete_each(
    raw_database *database, sqlite3_stmt *found, const raw_group *group, const raw_item *query) {
  if (!raw_begin(database)) return RAW_FAILED;
  int64_t *ids = NULL;
  const long count = doomed_rows(database, found, group, query, &ids);
  sqlite3_stmt *statement = raw_statement(database, RAW_DELETE);
  bool succeeded = count >= 0;
  for (long index = 0; index < count && succeeded; index++) {
    sqlite3_bind_int64(statement, 1, ids[index]);
    succeeded = raw_step_once(statement) && sqlite3_changes(database->handle) == 1;
  }
  free(ids);
  return finish(database, succeeded, count);
}

long raw_delete(raw_database *database, const raw_group *group, const raw_item *query) {
  return delete_each(database, ask(database, group, query), group, query);
}

long raw_erase_tombstones(raw_database *database, const raw_group *group) {
  sqlite3_stmt *statement = raw_statement(database, RAW_TOMBSTONES);
  sqlite3_bind_int64(statement, 1, group->tag);
  return delete_each(database, statement, group, NULL);
}
