// nonce 24 ‖ ciphertext ‖ tag 16 of XChaCha20-Poly1305, and the blind index.

#include "Database.h"

enum { NONCE = 24 };

size_t floor_seal(
    const uint8_t key[32], const uint8_t bound_to[16], const uint8_t *bytes, size_t count, uint8_t *box) {
  unsigned long long sealed = 0;
  randombytes_buf(box, NONCE);
  crypto_aead_xchacha20poly1305_ietf_encrypt(box + NONCE, &sealed, bytes, count, bound_to, 16, NULL, box, key);
  return NONCE + (size_t)sealed;
}

long floor_open(const uint8_t key[32], const uint8_t bound_to[16], const uint8_t *box, size_t count, uint8_t *bytes) {
  unsigned long long opened = 0;
  if (count < FLOOR_BOX_OVERHEAD) return FLOOR_DAMAGED;
  const int result = crypto_aead_xchacha20poly1305_ietf_decrypt(
      bytes, &opened, NULL, box + NONCE, count - NONCE, bound_to, 16, box, key);
  return result == 0 ? (long)opened : FLOOR_DAMAGED;
}

void floor_hash(const floor_database *database, const floor_item *item, uint8_t key[16]) {
  uint8_t input[4 * FLOOR_TEXT_LIMIT];
  size_t count = floor_append(input, 0, FLOOR_SERVICE, item->service);
  count = floor_append(input, count, FLOOR_ACCOUNT, item->account);
  count = floor_append(input, count, FLOOR_GROUP, item->group);
  crypto_generichash(key, 16, input, count, database->index_key, sizeof database->index_key);
}
