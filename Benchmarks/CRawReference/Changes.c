// Writing: seven keyed hashes and a digest, two sealings, one insert.

#include <time.h>

#include "Database.h"

/// Seconds from 1970-01-01 to 2001-01-01, where the dates of items count from.
static const double reference_date = 978307200;

bool raw_step_once(sqlite3_stmt *statement) {
  const int result = sqlite3_step(statement);
  sqlite3_reset(statement);
  return result == SQLITE_DONE;
}

bool raw_begin(raw_database *database) {
  database->in_transaction = raw_step_once(raw_statement(database, RAW_BEGIN));
  return database->in_transaction && raw_begin_state(database);
}

bool raw_commit(raw_database *database) {
  if (!raw_keep_state(database) || !raw_step_once(raw_statement(database, RAW_COMMIT))) return false;
  database->in_transaction = false;
  return true;
}

bool raw_finish(raw_database *database, bool succeeded) {
  if (succeeded && raw_commit(database)) return true;
  raw_step_once(raw_statement(database, RAW_ROLL_BACK));
  database->in_transaction = false;
  return false;
}

static bool has_group(raw_database *database, int64_t tag) {
  sqlite3_stmt *statement = raw_statement(database, RAW_FIND_GROUP);
  sqlite3_bind_int64(statement, 1, tag);
  const int result = sqlite3_step(statement);
  sqlite3_reset(statement);
  return result == SQLITE_ROW;
}

bool raw_find_group(raw_database *database, raw_bytes name, raw_group *group) {
  *group = (raw_group){name, raw_group_tag(&database->keys, name)};
  if (has_group(database, group->tag)) return true;
  // The key of names is none of `raw_keys`: the row gets noise of a sealed name's size, which nothing here opens.
  uint8_t noise[24 + 64 + 16];
  randombytes_buf(noise, sizeof noise);
  if (!raw_begin(database)) return false;
  sqlite3_stmt *statement = raw_statement(database, RAW_INSERT_GROUP);
  sqlite3_bind_int64(statement, 1, group->tag);
  sqlite3_bind_blob(statement, 2, noise, sizeof noise, SQLITE_STATIC);
  const bool inserted = raw_step_once(statement);
  if (inserted) raw_state_group(database, group->tag, noise, sizeof noise);
  return raw_finish(database, inserted);
}

static bool fits(const raw_group *group, const raw_item *item) {
  return group->name.count <= RAW_TEXT_LIMIT && item->service.count <= RAW_TEXT_LIMIT &&
         item->account.count <= RAW_TEXT_LIMIT && item->label.count <= RAW_TEXT_LIMIT &&
         item->generic.count <= RAW_TEXT_LIMIT && item->comment.count <= RAW_TEXT_LIMIT &&
         item->secret.count <= RAW_SECRET_LIMIT;
}

static void bind_columns(sqlite3_stmt *statement, const raw_columns *columns) {
  sqlite3_bind_blob(statement, 1 + RAW_UUID, columns->uuid, 16, SQLITE_STATIC);
  sqlite3_bind_blob(statement, 1 + RAW_IDENTITY, columns->identity, 16, SQLITE_STATIC);
  sqlite3_bind_int64(statement, 1 + RAW_CLASS, columns->item_class);
  sqlite3_bind_int64(statement, 1 + RAW_GROUP, columns->group);
  sqlite3_bind_int64(statement, 1 + RAW_PROTECTION, columns->protection);
  sqlite3_bind_int64(statement, 1 + RAW_SYNCHRONIZABLE, columns->synchronizable);
  sqlite3_bind_int64(statement, 1 + RAW_TOMBSTONE, columns->tombstone);
  sqlite3_bind_int64(statement, 1 + RAW_GENERATION, columns->generation);
  sqlite3_bind_int64(statement, 1 + RAW_TERMS, columns->terms);
  for (int index = 0; index < 5; index++) {
    if (columns->has_term[index]) {
      sqlite3_bind_int64(statement, 1 + RAW_TERM1 + index, columns->term[index]);
    } else {
      sqlite3_bind_null(statement, 1 + RAW_TERM1 + index);
    }
  }
}

raw_stamp raw_stamp_now(raw_database *database, const raw_attributes *before) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  const int64_t clock = ((int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000) << 16;
  database->clock = clock > database->clock ? clock : database->clock + 1;
  const double date = (double)now.tv_sec - reference_date + (double)now.tv_nsec / 1e9;
  if (before == NULL) return (raw_stamp){database->clock, date, date, 1, false};

  // Later than the write before it, whatever the machine's clock says meanwhile.
  if (database->clock <= before->clock) database->clock = before->clock + 1;
  const double least = before->modification_date + 0.001;
  return (raw_stamp){database->clock, before->creation_date, date < least ? least : date, 0, false};
}

static bool insert(raw_database *database, const raw_group *group, const raw_item *item) {
  raw_columns columns = {
      .item_class = RAW_GENERIC_PASSWORD,
      .group = raw_group_tag(&database->keys, group->name),
      .protection = database->keys.protection,
      .generation = 1,
      .terms = RAW_TERM_VERSION,
  };
  randombytes_buf(columns.uuid, sizeof columns.uuid);
  raw_fill_tags(&database->keys, group->name, item, &columns);

  uint8_t metadata[RAW_RECORDS_LIMIT + RAW_BOX_OVERHEAD], secret[RAW_RECORDS_LIMIT + RAW_BOX_OVERHEAD];
  const raw_stamp stamp = raw_stamp_now(database, NULL);
  const size_t metadata_count = raw_seal_metadata(
      &database->keys, &columns, database->metadata,
      raw_write_metadata(&database->keys, group->name, item, &stamp, database->metadata), metadata);
  const size_t secret_count = raw_seal_secret(
      &database->keys, columns.uuid, 1, database->secret, raw_write_secret(item->secret, database->secret), secret);

  sqlite3_stmt *statement = raw_statement(database, RAW_INSERT);
  bind_columns(statement, &columns);
  sqlite3_bind_blob(statement, 1 + RAW_METADATA, metadata, (int)metadata_count, SQLITE_STATIC);
  sqlite3_bind_blob(statement, 1 + RAW_SECRET, secret, (int)secret_count, SQLITE_STATIC);
  if (!raw_step_once(statement)) return false;
  const int64_t id = sqlite3_last_insert_rowid(database->handle);
  raw_state_came(
      database, id, &columns, (raw_bytes){metadata, metadata_count}, (raw_bytes){secret, secret_count});
  return true;
}

bool raw_add(raw_database *database, const raw_group *group, const raw_item *item) {
  if (!fits(group, item)) return false;
  if (database->in_transaction) return insert(database, group, item);
  return raw_begin(database) && raw_finish(database, insert(database, group, item));
}
