// Reading: one statement a question, two openings where the secret is asked for.

#include "Database.h"

static bool read_identifier(sqlite3_stmt *statement, int column, uint8_t identifier[16]) {
  const void *bytes = sqlite3_column_blob(statement, column);
  if (bytes == NULL || sqlite3_column_bytes(statement, column) != 16) return false;
  memcpy(identifier, bytes, 16);
  return true;
}

bool raw_read_columns(sqlite3_stmt *statement, raw_columns *columns) {
  if (!read_identifier(statement, RAW_UUID, columns->uuid)) return false;
  if (!read_identifier(statement, RAW_IDENTITY, columns->identity)) return false;
  columns->item_class = sqlite3_column_int64(statement, RAW_CLASS);
  columns->group = sqlite3_column_int64(statement, RAW_GROUP);
  columns->protection = sqlite3_column_int64(statement, RAW_PROTECTION);
  columns->synchronizable = sqlite3_column_int64(statement, RAW_SYNCHRONIZABLE);
  columns->tombstone = sqlite3_column_int64(statement, RAW_TOMBSTONE);
  columns->generation = sqlite3_column_int64(statement, RAW_GENERATION);
  columns->terms = sqlite3_column_int64(statement, RAW_TERMS);
  for (int index = 0; index < 5; index++) {
    columns->has_term[index] = sqlite3_column_type(statement, RAW_TERM1 + index) != SQLITE_NULL;
    columns->term[index] = sqlite3_column_int64(statement, RAW_TERM1 + index);
  }
  return true;
}

bool raw_open_row_secret(
    raw_database *database, sqlite3_stmt *statement, const raw_attributes *attributes, raw_bytes *secret) {
  uint8_t uuid[16];
  if (!read_identifier(statement, RAW_UUID, uuid)) return false;
  const uint8_t *box = sqlite3_column_blob(statement, RAW_SECRET);
  const size_t count = (size_t)sqlite3_column_bytes(statement, RAW_SECRET);
  if (box == NULL || count > RAW_RECORDS_LIMIT) return false;
  const long opened = raw_open_secret(
      &database->keys, uuid, (uint64_t)attributes->secret_generation, box, count, database->secret);
  return opened >= 0 && raw_read_secret(database->secret, (size_t)opened, secret) && secret->count <= RAW_SECRET_LIMIT;
}

bool raw_open_row_metadata(
    raw_database *database, sqlite3_stmt *statement, raw_columns *columns, raw_attributes *attributes) {
  if (!raw_read_columns(statement, columns)) return false;
  const uint8_t *box = sqlite3_column_blob(statement, RAW_METADATA);
  const size_t count = (size_t)sqlite3_column_bytes(statement, RAW_METADATA);
  if (box == NULL || count > RAW_RECORDS_LIMIT) return false;
  const long opened = raw_open_metadata(&database->keys, columns, box, count, database->metadata);
  return opened >= 0 && raw_read_metadata(database->metadata, (size_t)opened, attributes) &&
         columns->protection == database->keys.protection;
}

long raw_open_row(raw_database *database, sqlite3_stmt *statement, raw_attributes *attributes, raw_bytes *secret) {
  raw_columns columns;
  if (!raw_open_row_metadata(database, statement, &columns, attributes)) return RAW_DAMAGED;
  if (secret == NULL) return 0;
  return raw_open_row_secret(database, statement, attributes, secret) ? (long)secret->count : RAW_DAMAGED;
}

bool raw_equal(raw_bytes left, raw_bytes right) {
  return left.count == right.count && memcmp(left.bytes, right.bytes, left.count) == 0;
}

bool raw_matches(const raw_attributes *attributes, const raw_group *group, const raw_item *query) {
  return raw_equal(attributes->service, query->service) && raw_equal(attributes->account, query->account) &&
         raw_equal(attributes->group, group->name);
}

static long look_up(
    raw_database *database, const raw_group *group, const raw_item *query, raw_attributes *attributes,
    raw_bytes *secret) {
  sqlite3_stmt *statement = raw_statement(database, secret == NULL ? RAW_LOOKUP : RAW_LOOKUP_SECRET);
  sqlite3_bind_int64(statement, 1, raw_pair_term(&database->keys, group->name, query));
  sqlite3_bind_int64(statement, 2, group->tag);
  long answer = RAW_NOT_FOUND;
  int step;
  while ((step = sqlite3_step(statement)) == SQLITE_ROW) {
    answer = raw_open_row(database, statement, attributes, secret);
    if (answer < 0 || raw_matches(attributes, group, query)) break;
    answer = RAW_NOT_FOUND;
  }
  if (step != SQLITE_ROW && step != SQLITE_DONE) answer = RAW_FAILED;
  sqlite3_reset(statement);
  return answer;
}

long raw_lookup_secret(
    raw_database *database, const raw_group *group, const raw_item *query, uint8_t secret[RAW_SECRET_LIMIT]) {
  raw_attributes attributes;
  return raw_lookup_item(database, group, query, &attributes, secret);
}

long raw_open_and_look_up(
    const char *path, const char *state_folder, raw_bytes group, const raw_item *query,
    uint8_t secret[RAW_SECRET_LIMIT], raw_database **database) {
  *database = raw_open_by_keybag(path, state_folder);
  if (*database == NULL) return RAW_FAILED;
  const raw_group row = {group, raw_group_tag(&(*database)->keys, group)};
  return raw_lookup_secret(*database, &row, query, secret);
}

long raw_lookup_attributes(
    raw_database *database, const raw_group *group, const raw_item *query, raw_attributes *attributes) {
  return look_up(database, group, query, attributes, NULL);
}

long raw_lookup_item(
    raw_database *database, const raw_group *group, const raw_item *query, raw_attributes *attributes,
    uint8_t secret[RAW_SECRET_LIMIT]) {
  raw_bytes found = {NULL, 0};
  const long answer = look_up(database, group, query, attributes, &found);
  if (answer > 0) memcpy(secret, found.bytes, found.count);
  return answer;
}

static void keep_cut(uint8_t kept[32], raw_bytes value) {
  memset(kept, 0, 32);
  if (value.count > 0) memcpy(kept, value.bytes, value.count < 32 ? value.count : 32);
}

void raw_keep_listed(raw_listed *listed, const raw_attributes *attributes, raw_bytes secret) {
  keep_cut(listed->account, attributes->account);
  keep_cut(listed->secret, secret);
}

long raw_list(
    raw_database *database, const raw_group *group, bool with_secrets, raw_listed *listed, size_t capacity) {
  sqlite3_stmt *statement = raw_statement(database, with_secrets ? RAW_LIST_SECRETS : RAW_LIST);
  sqlite3_bind_int64(statement, 1, group->tag);
  raw_attributes attributes;
  raw_bytes secret = {NULL, 0};
  long answer = 0;
  int step;
  while ((step = sqlite3_step(statement)) == SQLITE_ROW && answer >= 0 && (size_t)answer < capacity) {
    if (raw_open_row(database, statement, &attributes, with_secrets ? &secret : NULL) < 0) {
      answer = RAW_DAMAGED;
    } else {
      raw_keep_listed(&listed[answer], &attributes, secret);
      answer += 1;
    }
  }
  if (step != SQLITE_ROW && step != SQLITE_DONE) answer = RAW_FAILED;
  sqlite3_reset(statement);
  return answer;
}
