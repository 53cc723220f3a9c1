#!/usr/bin/env bash
# Builds the documentation of KeychainKit with the toolchain's own tools: symbol graph, then docc.
set -euo pipefail
cd "$(dirname "$0")/.."

output=${1:?usage: docs.sh folder}
catalogue=Sources/KeychainKit/KeychainKit.docc
graphs=$(mktemp -d)
trap 'rm -rf "$graphs"' EXIT

swift build --target KeychainKit
triple=$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')
# What KeychainKit shows of the rooms below it belongs to its documentation.
swift symbolgraph-extract \
  -module-name KeychainKit -target "$triple" \
  -I "$(swift build --show-bin-path)/Modules" -I Sources/CSQLite -I Sources/CSodium -I Sources/CLinux/include \
  -minimum-access-level public -skip-synthesized-members \
  -experimental-allowed-reexported-modules=KeychainCrypto,KeychainPolicy,KeychainSchema \
  -output-dir "$graphs"

arguments=(--additional-symbol-graph-dir "$graphs" --output-path "$output" --transform-for-static-hosting)
if [ -d "$catalogue" ]; then arguments=("$catalogue" "${arguments[@]}"); fi
rm -rf "$output"
docc convert "${arguments[@]}" --fallback-display-name KeychainKit --fallback-bundle-identifier KeychainKit
echo "$output/documentation/keychainkit/index.html"
