// The connection and its kept statements.

#include "Database.h"

static const char ddl[] =
    "CREATE TABLE item(id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, access_group INTEGER NOT NULL,"
    " created INTEGER NOT NULL, modified INTEGER NOT NULL, attributes BLOB NOT NULL, secret BLOB NOT NULL)";

static const char *const questions[FLOOR_QUESTIONS] = {
    [FLOOR_LOOKUP] = "SELECT attributes, secret FROM item WHERE key = ?1",
    [FLOOR_LOOKUP_ATTRIBUTES] = "SELECT attributes FROM item WHERE key = ?1",
    [FLOOR_LIST] = "SELECT key, attributes, secret FROM item",
    [FLOOR_LIST_ATTRIBUTES] = "SELECT key, attributes FROM item",
    [FLOOR_INSERT] = ("INSERT INTO item(key, access_group, created, modified, attributes, secret)"
                      " VALUES(?1, ?2, ?3, ?3, ?4, ?5)"),
    [FLOOR_UPDATE] = "UPDATE item SET modified = ?2, secret = ?3 WHERE key = ?1",
    [FLOOR_DELETE] = "DELETE FROM item WHERE key = ?1",
    [FLOOR_ERASE] = "DELETE FROM item WHERE access_group = ?1",
    [FLOOR_BEGIN] = "BEGIN IMMEDIATE",
    [FLOOR_COMMIT] = "COMMIT",
    [FLOOR_ROLL_BACK] = "ROLLBACK",
};

static bool execute(floor_database *database, const char *sql) {
  return sqlite3_exec(database->handle, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static bool prepare(floor_database *database) {
  for (int question = 0; question < FLOOR_QUESTIONS; question++) {
    const int result = sqlite3_prepare_v3(
        database->handle, questions[question], -1, SQLITE_PREPARE_PERSISTENT, &database->statements[question], NULL);
    if (result != SQLITE_OK) return false;
  }
  return true;
}

static bool make(floor_database *database, const char *path) {
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  return sqlite3_open_v2(path, &database->handle, flags, NULL) == SQLITE_OK &&
         execute(database, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536") &&
         execute(database, ddl) && prepare(database);
}

floor_database *floor_create(const char *path) {
  floor_database *database = calloc(1, sizeof *database);
  if (database == NULL || sodium_init() < 0) {
    free(database);
    return NULL;
  }
  randombytes_buf(database->index_key, sizeof database->index_key);
  randombytes_buf(database->data_key, sizeof database->data_key);
  if (make(database, path)) return database;
  fprintf(stderr, "floor reference: %s: %s\n", path, floor_message(database));
  floor_close(database);
  return NULL;
}

void floor_close(floor_database *database) {
  if (database == NULL) return;
  for (int question = 0; question < FLOOR_QUESTIONS; question++) sqlite3_finalize(database->statements[question]);
  sqlite3_close(database->handle);
  sodium_memzero(database, sizeof *database);
  free(database);
}

const char *floor_message(floor_database *database) { return sqlite3_errmsg(database->handle); }

bool floor_truncate_log(floor_database *database) { return execute(database, "PRAGMA wal_checkpoint(TRUNCATE)"); }
