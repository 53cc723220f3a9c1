// The key bag: from the device secret, and where there is one the passphrase, to the keys of one protection class.
// Described with its vectors in Tests/KeychainCryptoTests/Vectors.

#include "Database.h"

#include <fcntl.h>
#include <unistd.h>

enum {
  HEADER = 72,
  PARAMETERS = 56,
  CHECK = 32,
  NONCE = 24,
  TAG = 16,
  KEY = 32,
  SLOT = PARAMETERS + CHECK + NONCE + KEY + TAG,
  ENTRY = 40,
  DIGEST = 32,
  SLOTS_LIMIT = 16,
  ENTRIES_LIMIT = 256,
  BAG_LIMIT = HEADER + SLOTS_LIMIT * SLOT + 3 * (NONCE + TAG) + ENTRIES_LIMIT * ENTRY + DIGEST
};
enum { KIND_PASSPHRASE = 1, KIND_DEVICE = 3, OPENS_USER = 1, OPENS_DEVICE = 2 };
enum { WHEN_UNLOCKED = 6, INDEX = 32, STATE = 33 };

/// A bag and what has been found of its keys.
typedef struct {
  uint8_t bytes[BAG_LIMIT];
  size_t count;
  const uint8_t *identifier, *secret_identifier, *database_identifier;
  /// Slots, and entries of the device, first and user bodies.
  size_t slots, entries[3];
  uint8_t device_secret[KEY], device_key[KEY], user_key[KEY];
  uint8_t device[ENTRIES_LIMIT * ENTRY], first[ENTRIES_LIMIT * ENTRY], user[ENTRIES_LIMIT * ENTRY];
} bag;

static void hash_parts(
    uint8_t *hash, size_t hash_count, const uint8_t *key, const raw_bytes *parts, size_t part_count) {
  crypto_generichash_state state;
  crypto_generichash_init(&state, key, key == NULL ? 0 : KEY, hash_count);
  for (size_t part = 0; part < part_count; part++) {
    crypto_generichash_update(&state, parts[part].bytes, parts[part].count);
  }
  crypto_generichash_final(&state, hash, hash_count);
}

static raw_bytes label(const char text[8]) { return (raw_bytes){(const uint8_t *)text, 8}; }

static bool parse(bag *bag) {
  if (bag->count < HEADER + DIGEST || memcmp(bag->bytes, "KCBG\1\0\0\0", 8) != 0) return false;
  uint8_t digest[DIGEST];
  hash_parts(digest, DIGEST, NULL, (raw_bytes[]){label("kc1.bagx"), {bag->bytes, bag->count - DIGEST}}, 2);
  if (sodium_memcmp(digest, bag->bytes + bag->count - DIGEST, DIGEST) != 0) return false;
  bag->identifier = bag->bytes + 8;
  bag->secret_identifier = bag->bytes + 32;
  bag->database_identifier = bag->bytes + 48;
  bag->slots = raw_read_u16(bag->bytes + 64);
  size_t entries = 0;
  for (size_t body = 0; body < 3; body++) {
    bag->entries[body] = raw_read_u16(bag->bytes + 66 + 2 * body);
    entries += bag->entries[body];
  }
  return bag->slots <= SLOTS_LIMIT && entries <= ENTRIES_LIMIT &&
         bag->count == HEADER + bag->slots * SLOT + 3 * (NONCE + TAG) + entries * ENTRY + DIGEST;
}

/// Reads `<folder>/<database>.secret` and compares it with what the bag says of it.
static bool read_device_secret(bag *bag, const char *folder) {
  char text[33], path[4096];
  sodium_bin2hex(text, sizeof text, bag->database_identifier, 16);
  snprintf(
      path, sizeof path, "%s/%.8s-%.4s-%.4s-%.4s-%.12s.secret", folder, text, text + 8, text + 12, text + 16,
      text + 20);
  const int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor < 0) return false;
  const bool whole = read(descriptor, bag->device_secret, KEY) == KEY;
  close(descriptor);
  uint8_t identifier[16];
  hash_parts(
      identifier, sizeof identifier, bag->device_secret,
      (raw_bytes[]){label("kc1.dsid"), {bag->database_identifier, 16}}, 2);
  return whole && sodium_memcmp(identifier, bag->secret_identifier, sizeof identifier) == 0;
}

static const uint8_t *find_slot(const bag *bag, uint8_t kind, uint8_t opens) {
  for (size_t index = 0; index < bag->slots; index++) {
    const uint8_t *const slot = bag->bytes + HEADER + index * SLOT;
    if (slot[0] == kind && slot[1] == opens) return slot;
  }
  return NULL;
}

/// The master key of a slot by what its secret was hashed to.
static bool unwrap(const bag *bag, const uint8_t *slot, const uint8_t pre_key[KEY], uint8_t master_key[KEY]) {
  static const uint8_t zeros[KEY];
  uint8_t key[KEY], check_key[KEY], wrapping_key[KEY], check[CHECK], data[8 + 2 * 16 + PARAMETERS + CHECK + NONCE];
  hash_parts(
      key, KEY, slot[2] == 1 ? bag->device_secret : zeros,
      (raw_bytes[]){label("kc1.kek0"), {bag->identifier, 16}, {slot + 32, 16}, {pre_key, KEY}}, 4);
  crypto_kdf_derive_from_key(check_key, KEY, 1, "kcslot01", key);
  crypto_kdf_derive_from_key(wrapping_key, KEY, 2, "kcslot01", key);
  hash_parts(check, CHECK, check_key, (raw_bytes[]){label("kc1.chk0"), {slot, PARAMETERS}}, 2);
  if (sodium_memcmp(check, slot + PARAMETERS, CHECK) != 0) return false;
  raw_writer writer = {data, 0};
  raw_write(&writer, "kc1.slot", 8);
  raw_write(&writer, bag->identifier, 16);
  raw_write(&writer, bag->database_identifier, 16);
  raw_write(&writer, slot, PARAMETERS + CHECK + NONCE);
  const uint8_t *const nonce = slot + PARAMETERS + CHECK;
  return crypto_aead_xchacha20poly1305_ietf_decrypt(
             master_key, NULL, NULL, nonce + NONCE, KEY + TAG, data, writer.count, nonce, wrapping_key) == 0;
}

static bool unwrap_user_key(bag *bag, const raw_bytes *passphrase) {
  uint8_t pre_key[KEY] = {0};
  const uint8_t *const slot = find_slot(bag, passphrase == NULL ? KIND_DEVICE : KIND_PASSPHRASE, OPENS_USER);
  if (slot == NULL) return false;
  if (passphrase != NULL) {
    uint32_t operations;
    memcpy(&operations, slot + 4, sizeof operations);
    const int result = crypto_pwhash(
        pre_key, KEY, (const char *)passphrase->bytes, passphrase->count, slot + 16, le32toh(operations),
        (size_t)raw_read_u64(slot + 8), crypto_pwhash_ALG_ARGON2ID13);
    if (result != 0) return false;
  }
  return unwrap(bag, slot, pre_key, bag->user_key);
}

/// Opens a body and moves `start` behind it; everything before its ciphertext is associated data.
static bool open_body(
    const bag *bag, size_t *start, size_t count, const char name[8], uint64_t number, const uint8_t master_key[KEY],
    uint8_t *entries) {
  uint8_t key[KEY], data[8 + BAG_LIMIT];
  raw_writer writer = {data, 0};
  raw_write(&writer, name, 8);
  raw_write(&writer, bag->bytes, *start + NONCE);
  crypto_kdf_derive_from_key(key, KEY, number, "kcbody01", master_key);
  const uint8_t *const nonce = bag->bytes + *start;
  *start += NONCE + count * ENTRY + TAG;
  return crypto_aead_xchacha20poly1305_ietf_decrypt(
             entries, NULL, NULL, nonce + NONCE, count * ENTRY + TAG, data, writer.count, nonce, key) == 0;
}

static bool open_bodies(bag *bag) {
  size_t start = HEADER + bag->slots * SLOT;
  return open_body(bag, &start, bag->entries[0], "kc1.bagd", 1, bag->device_key, bag->device) &&
         open_body(bag, &start, bag->entries[1], "kc1.bagf", 2, bag->user_key, bag->first) &&
         open_body(bag, &start, bag->entries[2], "kc1.bagu", 1, bag->user_key, bag->user);
}

/// The newest key of a class that is in use.
static const uint8_t *current(const uint8_t *entries, size_t count, uint8_t entry_class, uint32_t *generation) {
  const uint8_t *found = NULL;
  *generation = 0;
  for (const uint8_t *entry = entries; entry < entries + count * ENTRY; entry += ENTRY) {
    uint32_t number;
    memcpy(&number, entry + 4, sizeof number);
    number = le32toh(number);
    if (entry[0] != entry_class || entry[1] != 0 || number < *generation) continue;
    *generation = number;
    found = entry + 8;
  }
  return found;
}

static bool derive_keys(const bag *bag, raw_keys *keys) {
  uint32_t generation;
  const uint8_t *const tags = current(bag->device, bag->entries[0], INDEX, &generation);
  const uint8_t *const state = current(bag->device, bag->entries[0], STATE, &generation);
  const uint8_t *const items = current(bag->user, bag->entries[2], WHEN_UNLOCKED, &generation);
  if (tags == NULL || state == NULL || items == NULL) return false;
  *keys = (raw_keys){.protection = WHEN_UNLOCKED, .accessible = "ak", .generation = generation};
  memcpy(keys->database_identifier, bag->database_identifier, 16);
  crypto_kdf_derive_from_key(keys->metadata_key, KEY, 1, "kcmeta01", items);
  crypto_kdf_derive_from_key(keys->secret_key, KEY, 2, "kcsecr01", items);
  crypto_kdf_derive_from_key(keys->term_key, KEY, 1, "kcterm01", tags);
  crypto_kdf_derive_from_key(keys->record_key, KEY, 1, "kcstate1", state);
  crypto_kdf_derive_from_key(keys->row_key, KEY, 2, "kcstate1", state);
  return true;
}

static bool read_bag(raw_database *database, bag *bag) {
  sqlite3_stmt *statement = raw_statement(database, RAW_KEYBAG);
  bool found = sqlite3_step(statement) == SQLITE_ROW;
  if (found) {
    bag->count = (size_t)sqlite3_column_bytes(statement, 0);
    found = bag->count <= BAG_LIMIT;
    if (found) memcpy(bag->bytes, sqlite3_column_blob(statement, 0), bag->count);
  }
  sqlite3_reset(statement);
  return found;
}

bool raw_unlock(raw_database *database, const char *state_folder, const raw_bytes *passphrase) {
  static const uint8_t zeros[KEY];
  bag bag;
  const uint8_t *device;
  const bool opened = read_bag(database, &bag) && parse(&bag) && read_device_secret(&bag, state_folder) &&
                      (device = find_slot(&bag, KIND_DEVICE, OPENS_DEVICE)) != NULL &&
                      unwrap(&bag, device, zeros, bag.device_key) && unwrap_user_key(&bag, passphrase) &&
                      open_bodies(&bag) && derive_keys(&bag, &database->keys) && raw_begin_state(database);
  sodium_memzero(&bag, sizeof bag);
  return opened;
}
