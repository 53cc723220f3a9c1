// A program in C around another store of secrets: it does on request what the benchmarks do with the keychain, and says
// how long that took. Scripts/peers.sh builds one a store; none is linked into the benchmarks.
//
// It reads lines: `fill FIRST COUNT`, `lookup NUMBER…`, `add NUMBER…`, `open NUMBER…`, each number an item. It answers
// each with a line and ends with its input: `failed REASON`, or `ok WALL OWN`, the nanoseconds that passed and those
// that its thread had the processor. Before the first it says `ok 0 0`.

#ifndef PEER_H
#define PEER_H

#include <stdbool.h>

enum { PEER_TEXT = 48 };

/// An item, which follows from its number alone: the benchmarks form the same.
typedef struct {
  char service[PEER_TEXT], account[PEER_TEXT], secret[PEER_TEXT];
} peer_item;

/// What a store can do; NULL where the program does not offer it.
typedef struct {
  /// Puts items `first` up to `first + count` into a store that has none of them; not measured.
  bool (*fill)(long first, long count);
  /// Copies the secret of the item.
  bool (*lookup)(const peer_item *item, char secret[PEER_TEXT]);
  /// Adds the item, durably.
  bool (*add)(const peer_item *item);
  /// Opens the store as if for the first time, copies the secret of the item, and closes it.
  bool (*open)(const peer_item *item, char secret[PEER_TEXT]);
} peer;

peer_item peer_item_of(long number);
/// Reads a line from the standard input, without its end; false where there is none.
bool peer_read_line(char *line, int capacity);
/// Notes why the present call fails; gives false.
bool peer_fail(const char *reason);
/// Answers requests until there are none; the program's exit status.
int peer_serve(const peer *peer);
/// Says why the program cannot begin; its exit status.
int peer_refuse(void);

#endif
