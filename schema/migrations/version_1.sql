-- Version 1: the first format. Frozen once released; a later version is a new file.
CREATE TABLE item(
  id INTEGER PRIMARY KEY,
  uuid BLOB NOT NULL UNIQUE CHECK(length(uuid) = 16),
  identity BLOB NOT NULL UNIQUE CHECK(length(identity) = 16),
  class INTEGER NOT NULL CHECK(class BETWEEN 1 AND 4),
  access_group INTEGER NOT NULL REFERENCES access_group(tag),
  protection INTEGER NOT NULL CHECK(protection BETWEEN 6 AND 12),
  synchronizable INTEGER NOT NULL CHECK(synchronizable IN (0, 1)),
  tombstone INTEGER NOT NULL CHECK(tombstone IN (0, 1)),
  generation INTEGER NOT NULL CHECK(generation > 0),
  terms INTEGER NOT NULL,
  term1 INTEGER,
  term2 INTEGER,
  term3 INTEGER,
  term4 INTEGER,
  term5 INTEGER,
  metadata BLOB NOT NULL,
  secret BLOB
) STRICT;
CREATE INDEX item_group ON item(access_group, class);
CREATE INDEX item_term1 ON item(term1) WHERE term1 IS NOT NULL;
CREATE INDEX item_term2 ON item(term2) WHERE term2 IS NOT NULL;
CREATE INDEX item_term3 ON item(term3) WHERE term3 IS NOT NULL;
CREATE INDEX item_term4 ON item(term4) WHERE term4 IS NOT NULL;
CREATE INDEX item_term5 ON item(term5) WHERE term5 IS NOT NULL;
CREATE TABLE access_group(tag INTEGER PRIMARY KEY, name BLOB NOT NULL) STRICT;
CREATE TABLE meta(key TEXT PRIMARY KEY NOT NULL, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE keybag(copy INTEGER PRIMARY KEY CHECK(copy IN (0, 1)), bag BLOB NOT NULL) STRICT;
CREATE TABLE quarantine(
  id INTEGER PRIMARY KEY,
  digest BLOB NOT NULL UNIQUE,
  uuid BLOB NOT NULL,
  at INTEGER NOT NULL,
  why INTEGER NOT NULL,
  accepted INTEGER NOT NULL,
  row BLOB NOT NULL
) STRICT;
CREATE TABLE change(
  sequence INTEGER PRIMARY KEY,
  class INTEGER NOT NULL,
  uuid BLOB NOT NULL UNIQUE,
  operation INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  identity BLOB NOT NULL,
  at INTEGER NOT NULL,
  row BLOB
) STRICT;
PRAGMA application_id = 0x4B434C58;
PRAGMA user_version = 1;
