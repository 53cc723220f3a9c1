#!/usr/bin/env bash
# Runs the tests under a sanitizer of the toolchain: every one, or those that the pattern names.
#
#   Scripts/sanitize.sh address|thread [<pattern>]
#
# What each leaves out, and why, is in Tests/Torture/README.md.
set -euo pipefail
cd "$(dirname "$0")/.."

sanitizer=${1:?"which sanitizer, address or thread?"}
# The linker that can hide the sanitizer's own names; the other one says of each that it cannot.
options=(--sanitize "$sanitizer" --scratch-path ".build/$sanitizer" -Xswiftc -use-ld=lld)
options+=(-Xswiftc "-D${sanitizer^^}_SANITIZER")
swift build --build-tests "${options[@]}"
# Leaks are looked for by valgrind, in the tests; Foundation leaks a little by itself.
# Dumps are what tests ask about: the sanitizers would forbid them by themselves.
export ASAN_OPTIONS=detect_leaks=0:halt_on_error=1:disable_coredump=0
export TSAN_OPTIONS=halt_on_error=0:exitcode=66:disable_coredump=0
# All of them at once take turns of minutes, after which a keychain that nobody used locks itself.
if [ $# -lt 2 ]; then set -- "$1" . --no-parallel; fi
swift test --skip-build --disable-xctest "${options[@]}" --filter "$2" "${@:3}"
