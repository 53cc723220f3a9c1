// The connection: its pragmas, which are those of the product's connections, and its kept statements.

#include "Database.h"

#include <stdlib.h>

#define COLUMNS \
  "uuid, identity, class, access_group, protection, synchronizable, tombstone, generation, terms," \
  " term1, term2, term3, term4, term5, metadata"
// The term drives; what the row must also be is tested on the row, never looked up in another index.
#define OF_TERM(term) " FROM item WHERE " term " = ?1 AND +access_group = ?2 AND +class = 1 AND +tombstone = 0"
#define TOMBSTONE " FROM item WHERE term1 = ?1 AND +access_group = ?2 AND +class = 1 AND +tombstone = 1"
#define OF_GROUP " FROM item WHERE access_group = ?1 AND class = 1 AND +tombstone = 0"

static const char *const questions[RAW_QUESTIONS] = {
    [RAW_LOOKUP] = "SELECT " COLUMNS OF_TERM("term1"),
    [RAW_LOOKUP_SECRET] = "SELECT " COLUMNS ", secret" OF_TERM("term1"),
    [RAW_LIST] = "SELECT " COLUMNS OF_GROUP,
    [RAW_LIST_SECRETS] = "SELECT " COLUMNS ", secret" OF_GROUP,
    [RAW_INSERT] = ("INSERT INTO item(" COLUMNS ", secret)"
                    " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)"),
    [RAW_SEARCH_ACCOUNT] = "SELECT " COLUMNS ", secret" OF_TERM("term3"),
    [RAW_SEARCH_LABEL] = "SELECT " COLUMNS ", secret" OF_TERM("term4"),
    [RAW_CHANGED] = "SELECT " COLUMNS ", secret, id" OF_TERM("term1"),
    [RAW_CHANGED_ALL] = "SELECT " COLUMNS ", secret, id" OF_GROUP,
    [RAW_LOOKUP_TOMBSTONE] = "SELECT " COLUMNS ", secret" TOMBSTONE,
    [RAW_TOMBSTONES] = ("SELECT " COLUMNS ", secret, id FROM item"
                        " WHERE access_group = ?1 AND class = 1 AND +tombstone = 1"),
    [RAW_UPDATE] = "UPDATE item SET generation = ?8, metadata = ?15, secret = ?16 WHERE id = ?17",
    [RAW_BURY] = ("UPDATE item SET tombstone = 1, generation = ?8, term4 = NULL, term5 = NULL, metadata = ?15,"
                  " secret = NULL WHERE id = ?17"),
    [RAW_DELETE] = "DELETE FROM item WHERE id = ?1",
    [RAW_FIND_GROUP] = "SELECT tag FROM access_group WHERE tag = ?1",
    [RAW_INSERT_GROUP] = "INSERT INTO access_group(tag, name) VALUES(?1, ?2)",
    [RAW_BEGIN] = "BEGIN IMMEDIATE",
    [RAW_COMMIT] = "COMMIT",
    [RAW_ROLL_BACK] = "ROLLBACK",
    [RAW_STATE] = "SELECT value FROM meta WHERE key = 'state'",
    [RAW_KEYBAG] = "SELECT bag FROM keybag WHERE copy = 0",
    [RAW_KEEP_STATE] = "INSERT INTO meta(key, value) VALUES('state', ?1) ON CONFLICT(key) DO UPDATE SET value = ?1",
};

static const char pragmas[] =
    "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;"
    "PRAGMA temp_store = MEMORY; PRAGMA cache_size = -8000";
enum { BUSY_TIMEOUT = 5000, FRAMES_BETWEEN_CHECKPOINTS = 1000 };

static bool execute(raw_database *database, const char *sql) {
  return sqlite3_exec(database->handle, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static bool connect_to(raw_database *database, const char *path, int flags) {
  return sqlite3_open_v2(path, &database->handle, flags | SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) ==
             SQLITE_OK &&
         sqlite3_busy_timeout(database->handle, BUSY_TIMEOUT) == SQLITE_OK &&
         sqlite3_wal_autocheckpoint(database->handle, FRAMES_BETWEEN_CHECKPOINTS) == SQLITE_OK &&
         sqlite3_db_config(database->handle, SQLITE_DBCONFIG_ENABLE_FKEY, 1, NULL) == SQLITE_OK &&
         sqlite3_db_config(database->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL) == SQLITE_OK &&
         sqlite3_db_config(database->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL) == SQLITE_OK &&
         execute(database, pragmas);
}

// A statement that cannot be prepared is NULL, which every call of SQLite on it answers with an error.
sqlite3_stmt *raw_statement(raw_database *database, enum raw_question question) {
  if (database->statements[question] == NULL) {
    sqlite3_prepare_v3(
        database->handle, questions[question], -1, SQLITE_PREPARE_PERSISTENT, &database->statements[question], NULL);
  }
  return database->statements[question];
}

static bool make(raw_database *database, const char *ddl) {
  return execute(database, "PRAGMA journal_mode = WAL") && execute(database, ddl);
}

static raw_database *open_database(const char *path, const char *ddl, const raw_keys *keys, int flags) {
  raw_database *database = calloc(1, sizeof *database);
  if (database == NULL || sodium_init() < 0) {
    free(database);
    return NULL;
  }
  database->keys = *keys;
  if (connect_to(database, path, flags) && (ddl == NULL || make(database, ddl))) return database;
  fprintf(stderr, "raw reference: %s: %s\n", path, raw_message(database));
  raw_close(database);
  return NULL;
}

raw_database *raw_create(const char *path, const char *ddl, const raw_keys *keys) {
  return open_database(path, ddl, keys, SQLITE_OPEN_CREATE);
}

raw_database *raw_open(const char *path, const raw_keys *keys) { return open_database(path, NULL, keys, 0); }

raw_database *raw_open_by_keybag(const char *path, const char *state_folder) {
  const raw_keys none = {.protection = 0};
  raw_database *database = raw_open(path, &none);
  if (database == NULL || raw_unlock(database, state_folder, NULL)) return database;
  raw_close(database);
  return NULL;
}

void raw_close(raw_database *database) {
  if (database == NULL) return;
  for (int question = 0; question < RAW_QUESTIONS; question++) sqlite3_finalize(database->statements[question]);
  sqlite3_close(database->handle);
  sodium_memzero(database, sizeof *database);
  free(database);
}

const char *raw_message(raw_database *database) { return sqlite3_errmsg(database->handle); }

bool raw_truncate_log(raw_database *database) { return execute(database, "PRAGMA wal_checkpoint(TRUNCATE)"); }

const char *raw_library_versions(void) {
  static char versions[64];
  snprintf(versions, sizeof versions, "SQLite %s, libsodium %s", sqlite3_libversion(), sodium_version_string());
  return versions;
}
