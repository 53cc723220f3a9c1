#!/usr/bin/env bash
# Fuzzes what reads bytes of strangers, with the fuzzer and the address sanitizer that come with the toolchain.
#
#   Scripts/fuzz.sh <seconds> [<target>…]     each target, or those named, for so long
#
# The corpus of each target stays in .build/fuzz/corpus, what was found in .build/fuzz/found. Something found goes, in its
# shortest form, to Tests/FuzzingTests/Regressions.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:?"how many seconds?"}
shift
resources=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath" *: *"\(.*\)".*/\1/p')
# The fuzzer without a main of its own: FuzzTool calls it.
library=$(find "$(dirname "$resources")/clang" "$resources/clang" -name "libclang_rt.fuzzer_no_main-$(uname -m).a" \
  2>/dev/null | head -n 1)
if [ -z "$library" ]; then
  echo "this toolchain has no libFuzzer" >&2
  exit 1
fi

build=(swift build --product FuzzTool --sanitize address --scratch-path .build/fuzz
  -Xswiftc -sanitize-coverage=edge,inline-8bit-counters,pc-table,trace-cmp
  -Xswiftc -use-ld=lld -Xlinker --undefined=LLVMFuzzerRunDriver -Xlinker --export-dynamic-symbol=LLVMFuzzerRunDriver
  -Xlinker "$library" -Xlinker -lstdc++)
"${build[@]}"
tool=$("${build[@]}" --show-bin-path)/FuzzTool
if [ $# -eq 0 ]; then
  # shellcheck disable=SC2046
  set -- $("$tool" list)
fi

# Foundation leaks a little by itself; the leaks of the library are looked for by valgrind, in the tests.
export ASAN_OPTIONS=detect_leaks=0

# How many runs one process makes of a target: Foundation keeps some 500 bytes of each property list that it refuses, and
# a process that refused two million has grown to the limit on memory without having ever taken much for one.
runs_of() { if [ "$1" = entitlements ]; then echo 400000; else echo -1; fi; }

# Fuzzes one target for its time; fails where something was found.
fuzz() {
  local target=$1 corpus=.build/fuzz/corpus/$1 log=.build/fuzz/$1.log executed=0 peak=0 most
  local end=$((SECONDS + seconds))
  mkdir -p "$corpus" .build/fuzz/found
  "$tool" seeds "$target" "$corpus"
  while [ "$SECONDS" -lt "$end" ]; do
    # Five seconds under the sanitizer, on a machine that is busy, are less than one without.
    if ! "$tool" fuzz "$target" -max_total_time="$((end - SECONDS))" -runs="$(runs_of "$target")" -timeout=5 \
      -rss_limit_mb=1024 -detect_leaks=0 -max_len=4096 -print_final_stats=1 -verbosity=0 \
      -artifact_prefix=".build/fuzz/found/$target-" "$corpus" >"$log" 2>&1; then
      tail -n 60 "$log"
      return 1
    fi
    executed=$((executed + $(sed -n 's/^stat::number_of_executed_units: *//p' "$log")))
    most=$(sed -n 's/^stat::peak_rss_mb: *//p' "$log")
    if [ "$most" -gt "$peak" ]; then peak=$most; fi
  done
  printf '%-16s %s runs, at most %s MB\n' "$target" "$executed" "$peak"
}

# As many at once as there are cores.
running=0
failed=0
for target in "$@"; do
  if [ "$running" -ge "$(nproc)" ]; then
    wait -n || failed=1
    running=$((running - 1))
  fi
  fuzz "$target" &
  running=$((running + 1))
done
while [ "$running" -gt 0 ]; do
  wait -n || failed=1
  running=$((running - 1))
done
exit "$failed"
