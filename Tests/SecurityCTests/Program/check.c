#include "check.h"

#include <stdio.h>

static int passed_count, failed_count;

bool check_that(bool holds, const char *text, const char *file, int line) {
  if (holds) {
    passed_count += 1;
  } else {
    failed_count += 1;
    printf("%s:%d: failed: %s\n", file, line, text);
  }
  return holds;
}

bool check_status(OSStatus status, OSStatus expected, const char *text, const char *file, int line) {
  if (!check_that(status == expected, text, file, line)) {
    printf("  it answered %d, not %d\n", (int)status, (int)expected);
    return false;
  }
  return true;
}

bool check_equal(CFTypeRef left, CFTypeRef right, const char *text, const char *file, int line) {
  return check_that(left != NULL && right != NULL && CFEqual(left, right), text, file, line);
}

int check_summary(void) {
  printf("%d passed, %d failed\n", passed_count, failed_count);
  return failed_count == 0 ? 0 : 1;
}
