// Calls the library as programs in C do, and checks what comes of it.
//
// Without an argument it checks everything but access groups, which want entitlements: `groups` checks those, and
// `leak` forgets a result on purpose. The keychain is the one that KEYCHAIN_PATH names.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "sections.h"

static void (*const sections[])(void) = {
    check_constants,
    check_adding,
    check_results_of_adding,
    check_kinds_of_values,
    check_return_keys,
    check_limits,
    check_matching,
    check_wrong_dictionaries,
    check_wrong_queries,
    check_wrong_values,
    check_persistent_references,
    check_updating,
    check_refused_updates,
    check_deleting,
    check_synchronizable,
    check_tombstones,
    check_making_access_controls,
    check_access_controls_as_objects,
    check_items_with_access_control,
    check_lifetimes,
    check_random_bytes,
    check_error_messages,
};

int main(int count, char **arguments) {
  const char *path = getenv("KEYCHAIN_PATH");
  if (path == NULL || *path == 0) {
    fprintf(stderr, "KEYCHAIN_PATH must name a keychain for these checks: yours is not touched\n");
    return 2;
  }
  // What failed is told even where the next check ends the process.
  setvbuf(stdout, NULL, _IOLBF, 0);
  const char *part = count > 1 ? arguments[1] : "";
  if (strcmp(part, "groups") == 0) {
    check_access_groups();
  } else if (strcmp(part, "leak") == 0) {
    leak_a_result();
  } else {
    for (size_t index = 0; index < sizeof sections / sizeof *sections; index += 1) sections[index]();
  }
  return check_summary();
}
