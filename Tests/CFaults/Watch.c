// Names the run in which a process crashed or hung.

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "CFaults.h"

static char current_run[256];

static void tell(const char *what) {
  // Only calls that a signal handler may make; there is nobody left to tell that a write failed.
  if (write(STDERR_FILENO, what, strlen(what)) < 0 || write(STDERR_FILENO, current_run, strlen(current_run)) < 0) return;
  if (write(STDERR_FILENO, "\n", 1) < 0) return;
}

static void hung(int signal) {
  (void)signal;
  tell("hang: ");
  _exit(3);
}

static void crashed(int number) {
  tell("crash: ");
  signal(number, SIG_DFL);
  raise(number);
}

void cfaults_watch(const char *run, unsigned seconds) {
  static const int deadly[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE};
  strncpy(current_run, run, sizeof current_run - 1);
  for (size_t index = 0; index < sizeof deadly / sizeof *deadly; index++) signal(deadly[index], crashed);
  signal(SIGALRM, hung);
  alarm(seconds);
}
