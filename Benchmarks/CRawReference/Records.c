// Sealed records: code 4 ‖ type 1 ‖ length 2 ‖ bytes, codes ascending, then 0x80 and zeros.

#include "Database.h"

enum { TEXT = 1, DATA = 2, NUMBER = 3, DATE = 4, DIGEST_BYTES = 20 };

static void write_record(raw_writer *writer, const char code[4], uint8_t type, raw_bytes value) {
  raw_write(writer, code, 4);
  raw_write_u8(writer, type);
  raw_write_u16(writer, (uint16_t)value.count);
  raw_write(writer, value.bytes, value.count);
}

static void write_number(raw_writer *writer, const char code[4], int64_t number) {
  raw_write(writer, code, 4);
  raw_write_u8(writer, NUMBER);
  raw_write_u16(writer, 8);
  raw_write_u64(writer, (uint64_t)number);
}

static void write_date(raw_writer *writer, const char code[4], double date) {
  uint64_t bits;
  memcpy(&bits, &date, sizeof bits);
  raw_write(writer, code, 4);
  raw_write_u8(writer, DATE);
  raw_write_u16(writer, 8);
  raw_write_u64(writer, bits);
}

static size_t pad(raw_writer *writer, size_t step) {
  const size_t end = (writer->count / step + 1) * step;
  writer->bytes[writer->count] = 0x80;
  memset(writer->bytes + writer->count + 1, 0, end - writer->count - 1);
  return end;
}

size_t raw_write_metadata(
    const raw_keys *keys, raw_bytes group, const raw_item *item, const raw_stamp *stamp, uint8_t *padded) {
  const raw_bytes accessible = {(const uint8_t *)keys->accessible, strlen(keys->accessible)}, empty = {NULL, 0};
  raw_writer records = {padded, 0};
  uint8_t digested[RAW_RECORDS_LIMIT];
  raw_writer digest = {digested, 0};
  raw_write(&digest, "kc1.sha1", 8);
  raw_write_u8(&digest, RAW_GENERIC_PASSWORD);

  write_number(&records, "#hlc", stamp->clock);
  if (stamp->secret_generation != 0) write_number(&records, "#sgn", stamp->secret_generation);
  size_t start = records.count;
  write_record(&records, "acct", TEXT, item->account);
  write_record(&records, "agrp", TEXT, group);
  write_date(&records, "cdat", stamp->creation_date);
  if (item->generic.bytes != NULL) write_record(&records, "gena", DATA, item->generic);
  if (item->comment.bytes != NULL) write_record(&records, "icmt", TEXT, item->comment);
  if (item->label.bytes != NULL) write_record(&records, "labl", TEXT, item->label);
  write_date(&records, "mdat", stamp->modification_date);
  raw_write(&digest, padded + start, records.count - start);
  write_record(&records, "musr", DATA, empty);  // not part of the digest
  start = records.count;
  write_record(&records, "pdmn", TEXT, accessible);
  raw_write(&digest, padded + start, records.count - start);

  const raw_bytes room = {digested, DIGEST_BYTES};  // the digest covers what follows it: only its place is taken here
  write_record(&records, "sha1", DATA, room);
  uint8_t *const place = padded + records.count - DIGEST_BYTES;
  start = records.count;
  write_record(&records, "svce", TEXT, item->service);
  write_number(&records, "sync", 0);
  if (!stamp->tombstone) write_number(&records, "sysb", 0);
  write_number(&records, "tomb", stamp->tombstone);
  raw_write(&digest, padded + start, records.count - start);
  raw_write_u64(&digest, (uint64_t)stamp->secret_generation);
  crypto_generichash(place, DIGEST_BYTES, digest.bytes, digest.count, NULL, 0);
  return pad(&records, 32);
}

size_t raw_write_secret(raw_bytes secret, uint8_t *padded) {
  raw_writer records = {padded, 0};
  write_record(&records, "data", DATA, secret);
  const size_t small = records.count / 32 + 1;
  return pad(&records, small * 32 <= 512 ? 32 : 128);
}

/// Where the records end, or false where the padding is not whole.
static bool strip(const uint8_t *padded, size_t *count) {
  while (*count > 0 && padded[*count - 1] == 0) *count -= 1;
  return *count > 0 && padded[*count -= 1] == 0x80;
}

typedef struct {
  uint32_t code;
  uint8_t type;
  raw_bytes value;
} record;

// Text and data within the limits only: a length of 0xFFFF, which a longer length would follow, ends the reading.
static bool next_record(const uint8_t *records, size_t count, size_t *offset, record *next) {
  if (count - *offset < 7) return false;
  const uint8_t *at = records + *offset;
  const size_t length = raw_read_u16(at + 5);
  const uint32_t code = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
  if (length == 0xFFFF || count - *offset - 7 < length || code <= next->code) return false;
  if ((at[4] == NUMBER || at[4] == DATE) && length != 8) return false;
  *next = (record){code, at[4], {at + 7, length}};
  *offset += 7 + length;
  return true;
}

#define CODE(a, b, c, d) ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (uint32_t)(d))

static int64_t number(raw_bytes value) { return (int64_t)raw_read_u64(value.bytes); }

static double date(raw_bytes value) {
  const uint64_t bits = raw_read_u64(value.bytes);
  double date;
  memcpy(&date, &bits, sizeof date);
  return date;
}

static bool keep(const record *record, uint8_t type, raw_bytes *value) {
  *value = record->value;
  return record->type == type;
}

static bool keep_number(const record *record, int64_t *value) {
  if (record->type != NUMBER) return false;
  *value = number(record->value);
  return true;
}

static bool keep_date(const record *record, double *value) {
  if (record->type != DATE) return false;
  *value = date(record->value);
  return true;
}

static bool keep_record(const record *record, raw_attributes *attributes) {
  switch (record->code) {
    case CODE('#', 'h', 'l', 'c'): return keep_number(record, &attributes->clock);
    case CODE('#', 's', 'g', 'n'): return keep_number(record, &attributes->secret_generation);
    case CODE('a', 'c', 'c', 't'): return keep(record, TEXT, &attributes->account);
    case CODE('a', 'g', 'r', 'p'): return keep(record, TEXT, &attributes->group);
    case CODE('c', 'd', 'a', 't'): return keep_date(record, &attributes->creation_date);
    case CODE('g', 'e', 'n', 'a'): return keep(record, DATA, &attributes->generic);
    case CODE('i', 'c', 'm', 't'): return keep(record, TEXT, &attributes->comment);
    case CODE('l', 'a', 'b', 'l'): return keep(record, TEXT, &attributes->label);
    case CODE('m', 'd', 'a', 't'): return keep_date(record, &attributes->modification_date);
    case CODE('m', 'u', 's', 'r'): return keep(record, DATA, &attributes->multi_user);
    case CODE('p', 'd', 'm', 'n'): return keep(record, TEXT, &attributes->accessible);
    case CODE('s', 'h', 'a', '1'): return keep(record, DATA, &attributes->digest);
    case CODE('s', 'v', 'c', 'e'): return keep(record, TEXT, &attributes->service);
    case CODE('s', 'y', 'n', 'c'): return keep_number(record, &attributes->synchronizable);
    case CODE('s', 'y', 's', 'b'): return keep_number(record, &attributes->system_bound);
    case CODE('t', 'o', 'm', 'b'): return keep_number(record, &attributes->tombstone);
    default: return true;  // another attribute rides along
  }
}

bool raw_read_metadata(const uint8_t *padded, size_t count, raw_attributes *attributes) {
  memset(attributes, 0, sizeof *attributes);
  if (!strip(padded, &count)) return false;
  record record = {0};
  for (size_t offset = 0; offset < count;) {
    if (!next_record(padded, count, &offset, &record)) return false;
    if (!keep_record(&record, attributes)) return false;
  }
  return true;
}

bool raw_read_secret(const uint8_t *padded, size_t count, raw_bytes *secret) {
  if (!strip(padded, &count)) return false;
  record record = {0};
  for (size_t offset = 0; offset < count;) {
    if (!next_record(padded, count, &offset, &record)) return false;
    if (record.code == CODE('d', 'a', 't', 'a')) return keep(&record, DATA, secret);
  }
  return false;
}
