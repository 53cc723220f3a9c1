#!/usr/bin/env bash
# Builds sources as they are written for Apple's platforms, in each way that a port may compile them, and the example
# of a ported program. Then runs each on a keychain of its own, in a folder that goes afterwards.
set -euo pipefail
cd "$(dirname "$0")/.."

# Beside the main build: the programs see this package as their users do.
build=(swift build --package-path Tests/Clients --scratch-path .build/clients)
"${build[@]}"
programs=$("${build[@]}" --show-bin-path)

unset KEYCHAIN_ENTITLEMENTS
for main in Tests/Clients/*/main.swift; do
  program=$(basename "$(dirname "$main")")
  # Not a program, but what three of them are made of.
  if [ "$program" = Statements ]; then continue; fi
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  printf '%s: ' "$program"
  KEYCHAIN_PATH=$folder/keychain KEYCHAIN_STATE=$folder/state TMPDIR=$folder "$programs/$program"
  rm -rf "$folder"
done
