// SQLCipher: one table in an encrypted database, prepared statements kept, and the same durability as the keychain's.
//
//   peer-sqlcipher PATH passphrase|raw CACHE_KIB
//
// The first line of its input is the passphrase, or the raw key as 64 hexadecimal digits.

#define SQLITE_HAS_CODEC 1
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Peer.h"

static const char *path;
static char key[128], cache[64];
static sqlite3 *kept;
static sqlite3_stmt *looking_up, *adding;

static const char find_secret[] = "SELECT secret FROM item WHERE service = ?1 AND account = ?2";
static const char insert[] = "INSERT INTO item(service, account, secret) VALUES(?1, ?2, ?3)";

static bool failed(sqlite3 *database) { return peer_fail(sqlite3_errmsg(database)); }

static bool execute(sqlite3 *database, const char *sql) {
  return sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK || failed(database);
}

static sqlite3 *opened(void) {
  sqlite3 *database = NULL;
  if (sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) == SQLITE_OK &&
      sqlite3_key(database, key, (int)strlen(key)) == SQLITE_OK &&
      execute(database, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL") && execute(database, cache)) {
    return database;
  }
  failed(database);
  sqlite3_close(database);
  return NULL;
}

static bool step(sqlite3_stmt *statement, const peer_item *item, int wanted) {
  sqlite3_bind_text(statement, 1, item->service, -1, SQLITE_STATIC);
  sqlite3_bind_text(statement, 2, item->account, -1, SQLITE_STATIC);
  return sqlite3_step(statement) == wanted || failed(sqlite3_db_handle(statement));
}

static bool find(sqlite3_stmt *statement, const peer_item *item, char secret[PEER_TEXT]) {
  const bool is_found = step(statement, item, SQLITE_ROW);
  if (is_found) snprintf(secret, PEER_TEXT, "%s", (const char *)sqlite3_column_text(statement, 0));
  sqlite3_reset(statement);
  return is_found;
}

static bool lookup(const peer_item *item, char secret[PEER_TEXT]) { return find(looking_up, item, secret); }

static bool add(const peer_item *item) {
  sqlite3_bind_text(adding, 3, item->secret, -1, SQLITE_STATIC);
  const bool is_added = step(adding, item, SQLITE_DONE);
  return sqlite3_reset(adding) == SQLITE_OK && is_added;
}

static bool fill(long first, long count) {
  if (!execute(kept, "BEGIN IMMEDIATE")) return false;
  for (long number = first; number < first + count; number++) {
    const peer_item item = peer_item_of(number);
    if (!add(&item)) return false;
  }
  return execute(kept, "COMMIT");
}

static bool open_and_find(const peer_item *item, char secret[PEER_TEXT]) {
  sqlite3 *database = opened();
  if (database == NULL) return false;
  sqlite3_stmt *statement = NULL;
  const bool is_found = sqlite3_prepare_v2(database, find_secret, -1, &statement, NULL) == SQLITE_OK
                            ? find(statement, item, secret)
                            : failed(database);
  sqlite3_finalize(statement);
  sqlite3_close(database);
  return is_found;
}

static bool begin(const char *kind, const char *kibibytes) {
  char line[96];
  if (!peer_read_line(line, sizeof line)) return peer_fail("no key was given");
  // What SQLCipher takes for a key rather than a passphrase.
  snprintf(key, sizeof key, strcmp(kind, "raw") == 0 ? "x'%s'" : "%s", line);
  snprintf(cache, sizeof cache, "PRAGMA cache_size = -%ld", strtol(kibibytes, NULL, 10));
  kept = opened();
  if (kept == NULL) return false;
  if (!execute(kept, "CREATE TABLE IF NOT EXISTS item(id INTEGER PRIMARY KEY, service TEXT NOT NULL,"
                     " account TEXT NOT NULL, secret TEXT NOT NULL, UNIQUE(service, account))")) {
    return false;
  }
  return (sqlite3_prepare_v2(kept, find_secret, -1, &looking_up, NULL) == SQLITE_OK &&
          sqlite3_prepare_v2(kept, insert, -1, &adding, NULL) == SQLITE_OK) || failed(kept);
}

int main(int count, char **words) {
  if (count != 4) peer_fail("usage: peer-sqlcipher PATH passphrase|raw CACHE_KIB");
  path = words[1];
  if (count != 4 || !begin(words[2], words[3])) return peer_refuse();
  const int status = peer_serve(&(peer){.fill = fill, .lookup = lookup, .add = add, .open = open_and_find});
  sqlite3_finalize(looking_up);
  sqlite3_finalize(adding);
  sqlite3_close(kept);
  return status;
}
