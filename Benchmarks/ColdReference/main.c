// `security find-generic-password -w` in the least C: one process from its start to its end. Scripts/cold.sh builds it.

#include <stdio.h>

#include "CRawReference.h"

static raw_bytes bytes(const char *text) {
  size_t count = 0;
  while (text[count] != 0) count++;
  return (raw_bytes){(const uint8_t *)text, count};
}

/// A line in lower-case hexadecimal, as the command prints a secret that is no text.
static void print_line(const uint8_t *secret, long count) {
  static const char digits[] = "0123456789abcdef";
  char line[2 * RAW_SECRET_LIMIT + 1];
  for (long index = 0; index < count; index++) {
    line[2 * index] = digits[secret[index] >> 4];
    line[2 * index + 1] = digits[secret[index] & 15];
  }
  line[2 * count] = '\n';
  fwrite(line, 1, (size_t)(2 * count + 1), stdout);
}

int main(int count, char *arguments[]) {
  if (count != 6) {
    fputs("usage: cold-reference DATABASE STATE-FOLDER GROUP SERVICE ACCOUNT\n", stderr);
    return 2;
  }
  raw_database *database;
  uint8_t secret[RAW_SECRET_LIMIT];
  const raw_item query = {.service = bytes(arguments[4]), .account = bytes(arguments[5])};
  const long found =
      raw_open_and_look_up(arguments[1], arguments[2], bytes(arguments[3]), &query, secret, &database);
  if (found >= 0) print_line(secret, found);
  raw_close(database);
  return found < 0;
}
