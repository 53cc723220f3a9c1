// Checks that count and go on.

#ifndef CHECK_H
#define CHECK_H

#include <Security/Security.h>
#include <stdbool.h>

/// Checks that something holds; a failure is printed with its place.
#define CHECK(condition) check_that((condition), #condition, __FILE__, __LINE__)

/// Checks what a call answers with.
#define CHECK_STATUS(call, expected) check_status((call), (expected), #call, __FILE__, __LINE__)

/// Checks that two objects are equal, and that both are there.
#define CHECK_EQUAL(left, right) check_equal((left), (right), #left " = " #right, __FILE__, __LINE__)

bool check_that(bool holds, const char *text, const char *file, int line);
bool check_status(OSStatus status, OSStatus expected, const char *text, const char *file, int line);
bool check_equal(CFTypeRef left, CFTypeRef right, const char *text, const char *file, int line);

/// Prints how many checks passed and failed; 0 where none failed.
int check_summary(void);

#endif
