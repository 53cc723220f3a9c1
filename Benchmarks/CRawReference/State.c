// The state record: one epoch more a transaction, and the keyed hash of every row in a sum. Described with its vectors
// in Tests/KeychainCryptoTests/Vectors. The anchor, a file written once a second at most, is left out.

#include "Database.h"

enum { NONCE = 24, TAG = 16, RECORD = 65, SEALED = NONCE + RECORD + TAG, TABLE_ITEM = 1, TABLE_GROUP = 2 };

static void associated_data(const raw_keys *keys, uint8_t data[24]) {
  raw_writer writer = {data, 0};
  raw_write(&writer, "kc1.stat", 8);
  raw_write(&writer, keys->database_identifier, 16);
}

static bool open_record(const raw_keys *keys, const uint8_t *sealed, raw_state *state) {
  uint8_t data[24], record[RECORD];
  associated_data(keys, data);
  if (crypto_aead_xchacha20poly1305_ietf_decrypt(
          record, NULL, NULL, sealed + NONCE, RECORD + TAG, data, sizeof data, sealed, keys->record_key) != 0) {
    return false;
  }
  state->epoch = raw_read_u64(record);
  state->items = raw_read_u64(record + 8);
  state->bag = raw_read_u64(record + 16);
  state->anchored = record[24];
  state->verified = raw_read_u64(record + 25);
  memcpy(state->sum, record + 33, sizeof state->sum);
  return true;
}

bool raw_begin_state(raw_database *database) {
  sqlite3_stmt *statement = raw_statement(database, RAW_STATE);
  database->state = (raw_state){.bag = 1};
  const int result = sqlite3_step(statement);
  const bool opened = result == SQLITE_DONE ||
                      (result == SQLITE_ROW && sqlite3_column_bytes(statement, 0) == SEALED &&
                       open_record(&database->keys, sqlite3_column_blob(statement, 0), &database->state));
  sqlite3_reset(statement);
  return opened;
}

bool raw_keep_state(raw_database *database) {
  const raw_state *state = &database->state;
  uint8_t data[24], record[RECORD], sealed[SEALED];
  raw_writer writer = {record, 0};
  raw_write_u64(&writer, state->epoch + 1);
  raw_write_u64(&writer, state->items);
  raw_write_u64(&writer, state->bag);
  raw_write_u8(&writer, state->anchored);
  raw_write_u64(&writer, state->verified);
  raw_write(&writer, state->sum, sizeof state->sum);
  associated_data(&database->keys, data);
  randombytes_buf(sealed, NONCE);
  crypto_aead_xchacha20poly1305_ietf_encrypt(
      sealed + NONCE, NULL, record, RECORD, data, sizeof data, NULL, sealed, database->keys.record_key);
  sqlite3_stmt *statement = raw_statement(database, RAW_KEEP_STATE);
  sqlite3_bind_blob(statement, 1, sealed, sizeof sealed, SQLITE_STATIC);
  const int result = sqlite3_step(statement);
  sqlite3_reset(statement);
  return result == SQLITE_DONE;
}

static void write_integer(raw_writer *row, int64_t value) {
  raw_write_u8(row, 1);
  raw_write_u64(row, (uint64_t)value);
}

static void write_blob(raw_writer *row, const void *bytes, size_t count) {
  raw_write_u8(row, 2);
  raw_write_u32(row, (uint32_t)count);
  raw_write(row, bytes, count);
}

static void toggle(raw_database *database, const raw_writer *row) {
  uint8_t hash[32];
  crypto_generichash(hash, sizeof hash, row->bytes, row->count, database->keys.row_key, sizeof database->keys.row_key);
  for (size_t index = 0; index < sizeof hash; index++) database->state.sum[index] ^= hash[index];
}

static raw_writer row_of(raw_database *database, uint8_t table) {
  raw_writer row = {database->row, 0};
  raw_write(&row, "kc1.row0", 8);
  raw_write_u8(&row, table);
  return row;
}

static void toggle_item(
    raw_database *database, int64_t id, const raw_columns *columns, raw_bytes metadata, raw_bytes secret) {
  raw_writer row = row_of(database, TABLE_ITEM);
  write_integer(&row, id);
  write_blob(&row, columns->uuid, 16);
  write_blob(&row, columns->identity, 16);
  write_integer(&row, columns->item_class);
  write_integer(&row, columns->group);
  write_integer(&row, columns->protection);
  write_integer(&row, columns->synchronizable);
  write_integer(&row, columns->tombstone);
  write_integer(&row, columns->generation);
  write_integer(&row, columns->terms);
  for (int index = 0; index < 5; index++) {
    if (columns->has_term[index]) {
      write_integer(&row, columns->term[index]);
    } else {
      raw_write_u8(&row, 0);
    }
  }
  write_blob(&row, metadata.bytes, metadata.count);
  if (secret.bytes == NULL) {
    raw_write_u8(&row, 0);
  } else {
    write_blob(&row, secret.bytes, secret.count);
  }
  toggle(database, &row);
}

void raw_state_came(
    raw_database *database, int64_t id, const raw_columns *columns, raw_bytes metadata, raw_bytes secret) {
  database->state.items++;
  toggle_item(database, id, columns, metadata, secret);
}

void raw_state_left(
    raw_database *database, int64_t id, const raw_columns *columns, raw_bytes metadata, raw_bytes secret) {
  database->state.items--;
  toggle_item(database, id, columns, metadata, secret);
}

void raw_state_group(raw_database *database, int64_t tag, const uint8_t *name, size_t count) {
  raw_writer row = row_of(database, TABLE_GROUP);
  write_integer(&row, tag);
  write_blob(&row, name, count);
  toggle(database, &row);
}
