#!/usr/bin/env bash
# Builds the documentation of KeychainKit and Security with the toolchain's own tools: symbol graphs, docc, and docc
# once more, which puts both under one roof.
set -euo pipefail
cd "$(dirname "$0")/.."

output=${1:?usage: docs.sh folder}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

swift build --target Security
triple=$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')
built=$(swift build --show-bin-path)

# The module maps of CLinux and CCoreFoundation are the package manager's own. A link that leads nowhere fails.
#   document MODULE [ARGUMENT…]   further arguments are for the extraction of symbols
document() {
  local module=$1
  mkdir "$work/$module"
  swift symbolgraph-extract \
    -module-name "$module" -target "$triple" \
    -I "$built/Modules" -I Sources/CSQLite -I Sources/CSodium \
    -Xcc "-fmodule-map-file=$built/CLinux.build/module.modulemap" \
    -Xcc "-fmodule-map-file=$built/CCoreFoundation.build/module.modulemap" \
    -minimum-access-level public -skip-synthesized-members \
    "${@:2}" -output-dir "$work/$module"
  docc convert "Sources/$module/$module.docc" --additional-symbol-graph-dir "$work/$module" \
    --output-path "$work/$module.doccarchive" --transform-for-static-hosting --warnings-as-errors \
    --fallback-display-name "$module" --fallback-bundle-identifier "$module"
}

# What KeychainKit shows of the rooms below it belongs to its documentation.
document KeychainKit -experimental-allowed-reexported-modules=KeychainCrypto,KeychainPolicy,KeychainSchema
document Security

rm -rf "$output"
docc merge "$work/KeychainKit.doccarchive" "$work/Security.doccarchive" --output-path "$output" \
  --synthesized-landing-page-name swift-keychain
for page in "$output"/documentation/keychainkit "$output"/documentation/security; do echo "$page/index.html"; done
