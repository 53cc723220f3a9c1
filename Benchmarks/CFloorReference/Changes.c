// Writing: a hash, two sealings, one insert.

#include "Database.h"

/// When every item is added, and when it is changed.
enum { FIRST_DATE = 700000000, LATER_DATE = FIRST_DATE + 1 };

static bool step_once(sqlite3_stmt *statement) {
  const int result = sqlite3_step(statement);
  sqlite3_reset(statement);
  return result == SQLITE_DONE;
}

bool floor_begin(floor_database *database) { return step_once(database->statements[FLOOR_BEGIN]); }

bool floor_commit(floor_database *database) { return step_once(database->statements[FLOOR_COMMIT]); }

bool floor_roll_back(floor_database *database) { return step_once(database->statements[FLOOR_ROLL_BACK]); }

static floor_bytes text(const char *text) { return (floor_bytes){(const uint8_t *)text, strlen(text)}; }

/// About 150 bytes of attributes for names of 23 bytes.
static size_t write_attributes(const floor_item *item, int64_t date, uint8_t *to) {
  const int64_t stored = (int64_t)htole64((uint64_t)date);
  const floor_bytes number = {(const uint8_t *)&stored, sizeof stored};
  size_t count = floor_append(to, 0, FLOOR_SERVICE, item->service);
  count = floor_append(to, count, FLOOR_ACCOUNT, item->account);
  count = floor_append(to, count, FLOOR_GROUP, item->group);
  count = floor_append(to, count, FLOOR_CREATION_DATE, number);
  count = floor_append(to, count, FLOOR_MODIFICATION_DATE, number);
  count = floor_append(to, count, FLOOR_ACCESSIBLE, text("ak"));
  count = floor_append(to, count, FLOOR_LABEL, item->service);
  count = floor_append(to, count, FLOOR_DESCRIPTION, text("application password"));
  return floor_append(to, count, FLOOR_NUMBER, number);
}

static bool fits(const floor_item *item) {
  return item->service.count <= FLOOR_TEXT_LIMIT && item->account.count <= FLOOR_TEXT_LIMIT &&
         item->group.count <= FLOOR_TEXT_LIMIT && item->secret.count <= FLOOR_SECRET_LIMIT;
}

bool floor_add(floor_database *database, int64_t group, const floor_item *item) {
  if (!fits(item)) return false;
  uint8_t key[16];
  uint8_t attributes[sizeof database->attributes], secret[FLOOR_SECRET_LIMIT + FLOOR_BOX_OVERHEAD];
  floor_hash(database, item, key);
  const size_t records = write_attributes(item, FIRST_DATE, database->attributes);
  const size_t attributes_count = floor_seal(database->data_key, key, database->attributes, records, attributes);
  const size_t secret_count = floor_seal(database->data_key, key, item->secret.bytes, item->secret.count, secret);

  sqlite3_stmt *statement = database->statements[FLOOR_INSERT];
  sqlite3_bind_blob(statement, 1, key, 16, SQLITE_STATIC);
  sqlite3_bind_int64(statement, 2, group);
  sqlite3_bind_int64(statement, 3, FIRST_DATE);
  sqlite3_bind_blob(statement, 4, attributes, (int)attributes_count, SQLITE_STATIC);
  sqlite3_bind_blob(statement, 5, secret, (int)secret_count, SQLITE_STATIC);
  return step_once(statement);
}

bool floor_update(floor_database *database, const floor_item *item) {
  if (!fits(item)) return false;
  uint8_t key[16], secret[FLOOR_SECRET_LIMIT + FLOOR_BOX_OVERHEAD];
  floor_hash(database, item, key);
  const size_t count = floor_seal(database->data_key, key, item->secret.bytes, item->secret.count, secret);

  sqlite3_stmt *statement = database->statements[FLOOR_UPDATE];
  sqlite3_bind_blob(statement, 1, key, 16, SQLITE_STATIC);
  sqlite3_bind_int64(statement, 2, LATER_DATE);
  sqlite3_bind_blob(statement, 3, secret, (int)count, SQLITE_STATIC);
  return step_once(statement) && sqlite3_changes(database->handle) == 1;
}

bool floor_delete(floor_database *database, const floor_item *item) {
  uint8_t key[16];
  floor_hash(database, item, key);
  sqlite3_stmt *statement = database->statements[FLOOR_DELETE];
  sqlite3_bind_blob(statement, 1, key, 16, SQLITE_STATIC);
  return step_once(statement) && sqlite3_changes(database->handle) == 1;
}

bool floor_erase(floor_database *database, int64_t group) {
  sqlite3_stmt *statement = database->statements[FLOOR_ERASE];
  sqlite3_bind_int64(statement, 1, group);
  return step_once(statement);
}
