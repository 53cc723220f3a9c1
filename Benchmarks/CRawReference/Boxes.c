// Sealing and opening: XChaCha20-Poly1305 with everything a box must not be moved away from as associated data.
// Described with its vectors in Tests/KeychainCryptoTests/Vectors.

#include "Database.h"

enum { HEADER = 8, NONCE = 24, TAG = 16, VERSION = 1, ALGORITHM = 1, KIND_METADATA = 0, KIND_SECRET = 1 };

static void write_header(const raw_keys *keys, uint8_t kind, uint8_t *box) {
  raw_writer header = {box, 0};
  raw_write_u8(&header, VERSION);
  raw_write_u8(&header, ALGORITHM);
  raw_write_u8(&header, keys->protection);
  raw_write_u8(&header, kind);
  raw_write_u32(&header, keys->generation);
}

// 132 bytes: "kc1.meta" ‖ header 8 ‖ database 16 ‖ class 1 ‖ uuid 16 ‖ generation 8 ‖ identity 16 ‖ group 8 ‖ sync 1
// ‖ tombstone 1 ‖ terms 4 ‖ 5 × (present 1 ‖ term 8)
static size_t metadata_data(
    const raw_keys *keys, const raw_columns *columns, const uint8_t header[HEADER], uint8_t data[132]) {
  raw_writer writer = {data, 0};
  raw_write(&writer, "kc1.meta", 8);
  raw_write(&writer, header, HEADER);
  raw_write(&writer, keys->database_identifier, 16);
  raw_write_u8(&writer, (uint8_t)columns->item_class);
  raw_write(&writer, columns->uuid, 16);
  raw_write_u64(&writer, (uint64_t)columns->generation);
  raw_write(&writer, columns->identity, 16);
  raw_write_u64(&writer, (uint64_t)columns->group);
  raw_write_u8(&writer, (uint8_t)columns->synchronizable);
  raw_write_u8(&writer, (uint8_t)columns->tombstone);
  raw_write_u32(&writer, (uint32_t)columns->terms);
  for (int index = 0; index < 5; index++) {
    raw_write_u8(&writer, columns->has_term[index]);
    raw_write_u64(&writer, (uint64_t)columns->term[index]);
  }
  return writer.count;
}

// 57 bytes: "kc1.secr" ‖ header 8 ‖ database 16 ‖ class 1 ‖ uuid 16 ‖ secret generation 8
static size_t secret_data(
    const raw_keys *keys, const uint8_t uuid[16], uint64_t secret_generation, const uint8_t header[HEADER],
    uint8_t data[57]) {
  raw_writer writer = {data, 0};
  raw_write(&writer, "kc1.secr", 8);
  raw_write(&writer, header, HEADER);
  raw_write(&writer, keys->database_identifier, 16);
  raw_write_u8(&writer, RAW_GENERIC_PASSWORD);
  raw_write(&writer, uuid, 16);
  raw_write_u64(&writer, secret_generation);
  return writer.count;
}

static size_t seal(
    const uint8_t key[32], const uint8_t *data, size_t data_count, const uint8_t *padded, size_t count, uint8_t *box) {
  unsigned long long sealed = 0;
  randombytes_buf(box + HEADER, NONCE);
  crypto_aead_xchacha20poly1305_ietf_encrypt(
      box + HEADER + NONCE, &sealed, padded, count, data, data_count, NULL, box + HEADER, key);
  return HEADER + NONCE + (size_t)sealed;
}

static long open_box(
    const uint8_t key[32], const uint8_t *data, size_t data_count, const uint8_t *box, size_t count, uint8_t *padded) {
  unsigned long long opened = 0;
  const int result = crypto_aead_xchacha20poly1305_ietf_decrypt(
      padded, &opened, NULL, box + HEADER + NONCE, count - HEADER - NONCE, data, data_count, box + HEADER, key);
  return result == 0 ? (long)opened : RAW_DAMAGED;
}

// The header says which key: a box of another class, generation or kind is none that these keys open.
static bool has_header(const raw_keys *keys, uint8_t kind, const uint8_t *box, size_t count) {
  uint8_t header[HEADER];
  write_header(keys, kind, header);
  return count >= RAW_BOX_OVERHEAD && memcmp(box, header, HEADER) == 0;
}

size_t raw_seal_metadata(
    const raw_keys *keys, const raw_columns *columns, const uint8_t *padded, size_t count, uint8_t *box) {
  uint8_t data[132];
  write_header(keys, KIND_METADATA, box);
  return seal(keys->metadata_key, data, metadata_data(keys, columns, box, data), padded, count, box);
}

long raw_open_metadata(
    const raw_keys *keys, const raw_columns *columns, const uint8_t *box, size_t count, uint8_t *padded) {
  uint8_t data[132];
  if (!has_header(keys, KIND_METADATA, box, count)) return RAW_DAMAGED;
  return open_box(keys->metadata_key, data, metadata_data(keys, columns, box, data), box, count, padded);
}

size_t raw_seal_secret(
    const raw_keys *keys, const uint8_t uuid[16], uint64_t secret_generation, const uint8_t *padded, size_t count,
    uint8_t *box) {
  uint8_t data[57];
  write_header(keys, KIND_SECRET, box);
  return seal(keys->secret_key, data, secret_data(keys, uuid, secret_generation, box, data), padded, count, box);
}

long raw_open_secret(
    const raw_keys *keys, const uint8_t uuid[16], uint64_t secret_generation, const uint8_t *box, size_t count,
    uint8_t *padded) {
  uint8_t data[57];
  if (!has_header(keys, KIND_SECRET, box, count)) return RAW_DAMAGED;
  return open_box(keys->secret_key, data, secret_data(keys, uuid, secret_generation, box, data), box, count, padded);
}
