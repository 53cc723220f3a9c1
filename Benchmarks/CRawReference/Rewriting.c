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

/// Seals what the row holds with another secret, one generation later. Neither an index nor the row's place in one
/// changes, so the statement that found it may go on.
static bool rewrite(raw_database *database, opened_row *row, raw_bytes new_secret) {
  const raw_attributes *const old = &row->attributes;
  const raw_item item = {old->service, old->account, old->label, old->generic, old->comment, new_secret};
  raw_columns columns = row->columns;
  columns.generation += 1;
  raw_stamp stamp = raw_stamp_now(database, old);
  stamp.secret_generation = columns.generation;

  uint8_t records[RAW_RECORDS_LIMIT];
  uint8_t metadata[RAW_RECORDS_LIMIT + RAW_BOX_OVERHEAD], secret[RAW_RECORDS_LIMIT + RAW_BOX_OVERHEAD];
  const size_t records_count = raw_write_metadata(&database->keys, old->group, &item, &stamp, records);
  const size_t metadata_count = raw_seal_metadata(&database->keys, &columns, records, records_count, metadata);
  const size_t secret_count = raw_seal_secret(
      &database->keys, columns.uuid, (uint64_t)columns.generation, database->secret,
      raw_write_secret(new_secret, database->secret), secret);

  raw_state_left(database, row->id, &row->columns, row->metadata, row->secret);
  sqlite3_stmt *statement = raw_statement(database, RAW_UPDATE);
  sqlite3_bind_int64(statement, 1 + RAW_GENERATION, columns.generation);
  sqlite3_bind_blob(statement, 1 + RAW_METADATA, metadata, (int)metadata_count, SQLITE_STATIC);
  sqlite3_bind_blob(statement, 1 + RAW_SECRET, secret, (int)secret_count, SQLITE_STATIC);
  sqlite3_bind_int64(statement, 1 + RAW_NUMBER, row->id);
  if (!raw_step_once(statement) || sqlite3_changes(database->handle) != 1) return false;
  raw_state_came(
      database, row->id, &columns, (raw_bytes){metadata, metadata_count}, (raw_bytes){secret, secret_count});
  return true;
}

long raw_update(raw_database *database, const raw_group *group, const raw_item *query, raw_bytes secret) {
  if (secret.count > RAW_SECRET_LIMIT || !raw_begin(database)) return RAW_FAILED;
  sqlite3_stmt *statement = ask(database, group, query);
  opened_row row;
  long count = 0;
  bool succeeded = true;
  int step;
  while (succeeded && (step = sqlite3_step(statement)) == SQLITE_ROW) {
    succeeded = open_row(database, statement, &row);
    if (!succeeded || !is_meant(&row.attributes, group, query)) continue;
    succeeded = rewrite(database, &row, secret);
    count += 1;
  }
  sqlite3_reset(statement);
  return finish(database, succeeded && step == SQLITE_DONE, count);
}

/// Takes every row that is meant out of the sum and notes its number, so that no cursor is open while they go.
static long doomed_rows(raw_database *database, const raw_group *group, const raw_item *query, int64_t **ids) {
  sqlite3_stmt *statement = ask(database, group, query);
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

long raw_delete(raw_database *database, const raw_group *group, const raw_item *query) {
  if (!raw_begin(database)) return RAW_FAILED;
  int64_t *ids = NULL;
  const long count = doomed_rows(database, group, query, &ids);
  sqlite3_stmt *statement = raw_statement(database, RAW_DELETE);
  bool succeeded = count >= 0;
  for (long index = 0; index < count && succeeded; index++) {
    sqlite3_bind_int64(statement, 1, ids[index]);
    succeeded = raw_step_once(statement) && sqlite3_changes(database->handle) == 1;
  }
  free(ids);
  return finish(database, succeeded, count);
}
