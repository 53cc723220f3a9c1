// Searching by one attribute: through the index of its term, or by opening the metadata of every row.

#include "Database.h"

static raw_bytes value(raw_criterion criterion, const raw_attributes *attributes) {
  switch (criterion) {
    case RAW_BY_ACCOUNT: return attributes->account;
    case RAW_BY_LABEL: return attributes->label;
    default: return attributes->comment;
  }
}

static raw_bytes wanted(raw_criterion criterion, const raw_item *query) {
  switch (criterion) {
    case RAW_BY_ACCOUNT: return query->account;
    case RAW_BY_LABEL: return query->label;
    default: return query->comment;
  }
}

static sqlite3_stmt *ask(
    raw_database *database, const raw_group *group, raw_criterion criterion, raw_bytes wanted) {
  if (criterion == RAW_BY_COMMENT) {
    sqlite3_bind_int64(raw_statement(database, RAW_LIST_SECRETS), 1, group->tag);
    return raw_statement(database, RAW_LIST_SECRETS);
  }
  const bool by_account = criterion == RAW_BY_ACCOUNT;
  sqlite3_stmt *statement = raw_statement(database, by_account ? RAW_SEARCH_ACCOUNT : RAW_SEARCH_LABEL);
  const char *const code = by_account ? "acct" : "labl";
  sqlite3_bind_int64(statement, 1, raw_single_term(&database->keys, group->name, code, wanted));
  sqlite3_bind_int64(statement, 2, group->tag);
  return statement;
}

long raw_search(
    raw_database *database, const raw_group *group, raw_criterion criterion, const raw_item *query, raw_listed *listed,
    size_t capacity) {
  const raw_bytes asked = wanted(criterion, query);
  sqlite3_stmt *statement = ask(database, group, criterion, asked);
  raw_columns columns;
  raw_attributes attributes;
  raw_bytes secret;
  long answer = 0;
  int step;
  while ((step = sqlite3_step(statement)) == SQLITE_ROW && answer >= 0 && (size_t)answer < capacity) {
    const bool opened = raw_open_row_metadata(database, statement, &columns, &attributes);
    if (opened && !(raw_equal(value(criterion, &attributes), asked) && raw_equal(attributes.group, group->name))) {
      continue;
    }
    if (!opened || !raw_open_row_secret(database, statement, &attributes, &secret)) {
      answer = RAW_DAMAGED;
    } else {
      raw_keep_listed(&listed[answer], &attributes, secret);
      answer += 1;
    }
  }
  if (step != SQLITE_ROW && step != SQLITE_DONE) answer = RAW_FAILED;
  sqlite3_reset(statement);
  return answer;
}
