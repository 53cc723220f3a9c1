// Reading: a hash, a select, one or two openings.

#include "Database.h"

static floor_bytes column(sqlite3_stmt *statement, int index) {
  const uint8_t *bytes = sqlite3_column_blob(statement, index);
  return (floor_bytes){bytes, (size_t)sqlite3_column_bytes(statement, index)};
}

long floor_open_attributes(floor_database *database, const uint8_t key[16], sqlite3_stmt *statement, int index) {
  const floor_bytes box = column(statement, index);
  if (box.count > sizeof database->attributes) return FLOOR_DAMAGED;
  return floor_open(database->data_key, key, box.bytes, box.count, database->attributes);
}

static long open_secret(floor_database *database, const uint8_t key[16], floor_bytes box, uint8_t *secret) {
  if (box.count > FLOOR_SECRET_LIMIT + FLOOR_BOX_OVERHEAD) return FLOOR_DAMAGED;
  return floor_open(database->data_key, key, box.bytes, box.count, secret);
}

/// The account is the second attribute; it is what comparing a result takes.
static void keep_account(const floor_database *database, uint8_t account[32]) {
  const uint8_t *attribute = database->attributes;
  attribute += 2 + attribute[1];
  memset(account, 0, 32);
  memcpy(account, attribute + 2, attribute[1] < 32 ? attribute[1] : 32);
}

static sqlite3_stmt *ask(
    floor_database *database, enum floor_question question, const floor_item *query, uint8_t key[16], int *step) {
  sqlite3_stmt *statement = database->statements[question];
  floor_hash(database, query, key);
  sqlite3_bind_blob(statement, 1, key, 16, SQLITE_STATIC);
  *step = sqlite3_step(statement);
  return statement;
}

long floor_lookup_secret(floor_database *database, const floor_item *query, uint8_t secret[FLOOR_SECRET_LIMIT]) {
  uint8_t account[32];
  return floor_lookup_item(database, query, account, secret);
}

long floor_lookup_attributes(floor_database *database, const floor_item *query, uint8_t account[32]) {
  uint8_t key[16];
  int step;
  sqlite3_stmt *statement = ask(database, FLOOR_LOOKUP_ATTRIBUTES, query, key, &step);
  long answer = step == SQLITE_DONE ? FLOOR_NOT_FOUND : FLOOR_FAILED;
  if (step == SQLITE_ROW) answer = floor_open_attributes(database, key, statement, 0) < 0 ? FLOOR_DAMAGED : 0;
  if (answer == 0) keep_account(database, account);
  sqlite3_reset(statement);
  return answer;
}

long floor_lookup_item(
    floor_database *database, const floor_item *query, uint8_t account[32], uint8_t secret[FLOOR_SECRET_LIMIT]) {
  uint8_t key[16];
  int step;
  sqlite3_stmt *statement = ask(database, FLOOR_LOOKUP, query, key, &step);
  long answer = step == SQLITE_DONE ? FLOOR_NOT_FOUND : FLOOR_FAILED;
  if (step == SQLITE_ROW) answer = floor_open_attributes(database, key, statement, 0);
  if (answer >= 0) answer = open_secret(database, key, column(statement, 1), secret);
  if (answer >= 0) keep_account(database, account);
  sqlite3_reset(statement);
  return answer;
}

long floor_list(floor_database *database, bool with_secrets, floor_listed *listed, size_t capacity) {
  sqlite3_stmt *statement = database->statements[with_secrets ? FLOOR_LIST : FLOOR_LIST_ATTRIBUTES];
  long answer = 0;
  int step;
  while ((step = sqlite3_step(statement)) == SQLITE_ROW && answer >= 0 && (size_t)answer < capacity) {
    const uint8_t *key = column(statement, 0).bytes;
    long opened = floor_open_attributes(database, key, statement, 1);
    if (opened >= 0 && with_secrets) opened = open_secret(database, key, column(statement, 2), database->secret);
    if (opened < 0) {
      answer = FLOOR_DAMAGED;
    } else {
      keep_account(database, listed[answer].account);
      if (with_secrets) memcpy(listed[answer].secret, database->secret, 32);
      answer += 1;
    }
  }
  if (step != SQLITE_ROW && step != SQLITE_DONE) answer = FLOOR_FAILED;
  sqlite3_reset(statement);
  return answer;
}
