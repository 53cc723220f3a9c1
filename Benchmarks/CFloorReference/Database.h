// What the files of the floor share.

#ifndef DATABASE_H
#define DATABASE_H

#include <endian.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CFloorReference.h"

enum floor_question {
  FLOOR_LOOKUP,
  FLOOR_LOOKUP_ATTRIBUTES,
  FLOOR_LIST,
  FLOOR_LIST_ATTRIBUTES,
  FLOOR_INSERT,
  FLOOR_UPDATE,
  FLOOR_DELETE,
  FLOOR_ERASE,
  FLOOR_BEGIN,
  FLOOR_COMMIT,
  FLOOR_ROLL_BACK,
  FLOOR_QUESTIONS
};

struct floor_database {
  sqlite3 *handle;
  sqlite3_stmt *statements[FLOOR_QUESTIONS];
  uint8_t index_key[32], data_key[32];
  uint8_t attributes[10 * FLOOR_TEXT_LIMIT];
  uint8_t secret[FLOOR_SECRET_LIMIT];
};

/// One attribute: type u8 ‖ length u8 ‖ bytes.
enum floor_type {
  FLOOR_SERVICE = 1,
  FLOOR_ACCOUNT,
  FLOOR_GROUP,
  FLOOR_CREATION_DATE,
  FLOOR_MODIFICATION_DATE,
  FLOOR_ACCESSIBLE,
  FLOOR_LABEL,
  FLOOR_DESCRIPTION,
  FLOOR_NUMBER
};

static inline size_t floor_append(uint8_t *to, size_t count, enum floor_type type, floor_bytes value) {
  to[count] = (uint8_t)type;
  to[count + 1] = (uint8_t)value.count;
  memcpy(to + count + 2, value.bytes, value.count);
  return count + 2 + value.count;
}

/// Opens the attributes that a column holds; gives their length.
long floor_open_attributes(floor_database *database, const uint8_t key[16], sqlite3_stmt *statement, int column);

/// The blind index: 16 bytes of keyed BLAKE2b over service, account and group.
void floor_hash(const floor_database *database, const floor_item *item, uint8_t key[16]);

#endif
