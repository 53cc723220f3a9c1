// Keyed tags: which group, which identity and which search terms a row has.

#include "Database.h"

static void write_value(raw_writer *input, const char code[4], raw_bytes value) {
  raw_write(input, code, 4);
  raw_write_u32(input, (uint32_t)value.count);
  raw_write(input, value.bytes, value.count);
}

static void write_head(raw_writer *input, const char label[8], uint8_t item_class, uint8_t count, raw_bytes group) {
  raw_write(input, label, 8);
  raw_write_u8(input, item_class);
  raw_write_u8(input, count);
  raw_write_u32(input, (uint32_t)group.count);
  raw_write(input, group.bytes, group.count);
}

static void hash(const raw_keys *keys, const raw_writer *input, uint8_t tag[16]) {
  crypto_generichash(tag, 16, input->bytes, input->count, keys->term_key, sizeof keys->term_key);
}

static int64_t term(const raw_keys *keys, const raw_writer *input) {
  uint8_t tag[16];
  hash(keys, input, tag);
  return (int64_t)raw_read_u64(tag);
}

int64_t raw_single_term(const raw_keys *keys, raw_bytes group, const char code[4], raw_bytes value) {
  uint8_t bytes[3 * RAW_TEXT_LIMIT];
  raw_writer input = {bytes, 0};
  write_head(&input, "kc1.term", RAW_GENERIC_PASSWORD, 1, group);
  write_value(&input, code, value);
  return term(keys, &input);
}

int64_t raw_group_tag(const raw_keys *keys, raw_bytes name) {
  uint8_t bytes[2 * RAW_TEXT_LIMIT];
  raw_writer input = {bytes, 0};
  write_head(&input, "kc1.grp0", 0, 0, name);
  return term(keys, &input);
}

int64_t raw_pair_term(const raw_keys *keys, raw_bytes group, const raw_item *item) {
  uint8_t bytes[4 * RAW_TEXT_LIMIT];
  raw_writer input = {bytes, 0};
  write_head(&input, "kc1.term", RAW_GENERIC_PASSWORD, 2, group);
  write_value(&input, "svce", item->service);
  write_value(&input, "acct", item->account);
  return term(keys, &input);
}

static void fill_identity(const raw_keys *keys, raw_bytes group, const raw_item *item, uint8_t identity[16]) {
  static const raw_bytes absent = {NULL, 0}, zero = {(const uint8_t *)"0", 1};
  uint8_t bytes[5 * RAW_TEXT_LIMIT];
  raw_writer input = {bytes, 0};
  write_head(&input, "kc1.iden", RAW_GENERIC_PASSWORD, 8, group);
  write_value(&input, "acct", item->account);
  write_value(&input, "svce", item->service);
  write_value(&input, "agrp", group);
  write_value(&input, "sync", zero);
  write_value(&input, "vwht", absent);
  write_value(&input, "tkid", absent);
  write_value(&input, "musr", absent);
  write_value(&input, "ggrp", absent);
  hash(keys, &input, identity);
}

void raw_fill_tags(const raw_keys *keys, raw_bytes group, const raw_item *item, raw_columns *columns) {
  static const char codes[5][5] = {"", "svce", "acct", "labl", "gena"};
  const raw_bytes values[5] = {item->service, item->service, item->account, item->label, item->generic};
  fill_identity(keys, group, item, columns->identity);
  for (int index = 0; index < 5; index++) {
    columns->has_term[index] = values[index].bytes != NULL;
    columns->term[index] = 0;
    if (!columns->has_term[index]) continue;
    columns->term[index] =
        index == 0 ? raw_pair_term(keys, group, item) : raw_single_term(keys, group, codes[index], values[index]);
  }
}
