// Another program, from its start to its end.

#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "Database.h"

/// Starts the program with a pipe as its standard output; the end to read from, or -1.
static int start(const char *const arguments[], const char *const environment[], pid_t *process) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  // Neither array is written to, whatever the declaration of the call says.
  const int result = posix_spawn(
      process, arguments[0], &actions, NULL, (char *const *)arguments, (char *const *)environment);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (result == 0) return ends[0];
  close(ends[0]);
  return -1;
}

int floor_run(
    const char *const arguments[], const char *const environment[], char *output, size_t capacity, size_t *count) {
  pid_t process;
  const int descriptor = start(arguments, environment, &process);
  *count = 0;
  if (descriptor < 0) return FLOOR_FAILED;
  ssize_t got;
  while (*count < capacity && (got = read(descriptor, output + *count, capacity - *count)) > 0) *count += (size_t)got;
  close(descriptor);
  int status;
  if (waitpid(process, &status, 0) != process || !WIFEXITED(status)) return FLOOR_FAILED;
  return WEXITSTATUS(status);
}
