#!/usr/bin/env bash
# Builds the documentation of KeychainKit with the toolchain's own tools: symbol graph, then docc.
set -euo pipefail
cd "$(dirname "$0")/.."

output=${1:?usage: docs.sh folder}
graphs=$(mktemp -d)
trap 'rm -rf "$graphs"' EXIT

swift build --target KeychainKit
triple=$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')
built=$(swift build --show-bin-path)
# What KeychainKit shows of the rooms below it belongs to its documentation. The module map of CLinux is the package
# manager's own.
swift symbolgraph-extract \
  -module-name KeychainKit -target "$triple" \
  -I "$built/Modules" -I Sources/CSQLite -I Sources/CSodium \
  -Xcc "-fmodule-map-file=$built/CLinux.build/module.modulemap" \
  -minimum-access-level public -skip-synthesized-members \
  -experimental-allowed-reexported-modules=KeychainCrypto,KeychainPolicy,KeychainSchema \
  -output-dir "$graphs"

rm -rf "$output"
# A link that leads nowhere fails.
docc convert Sources/KeychainKit/KeychainKit.docc --additional-symbol-graph-dir "$graphs" --output-path "$output" \
  --transform-for-static-hosting --warnings-as-errors \
  --fallback-display-name KeychainKit --fallback-bundle-identifier KeychainKit
echo "$output/documentation/keychainkit/index.html"
