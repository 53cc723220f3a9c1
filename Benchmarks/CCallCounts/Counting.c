// Beginning and ending.

#include "Counting.h"

_Thread_local bool callcounts_is_on = false;
_Thread_local callcounts callcounts_of_thread;

void callcounts_begin(void) {
  callcounts_let_time_pass();
  callcounts_of_thread = (callcounts){0};
  callcounts_is_on = true;
}

callcounts callcounts_end(void) {
  callcounts_is_on = false;
  return callcounts_of_thread;
}
