#!/usr/bin/env bash
# Builds what the row cli.cold of the benchmarks compares, beside the benchmarks themselves: `security` with the Swift
# library inside, and the same lookup in C. That one is not a target of the package because SwiftPM links every program
# with Swift's library, which takes longer to load than this one takes to answer.
set -euo pipefail
cd "$(dirname "$0")/.."

swift build -c release --product benchmarks
folder=$(swift build -c release --show-bin-path)
# In a folder of its own: every module is compiled another way for it. Swift's library needs that of C++, whose names
# the loader would look up at each start: it goes inside as well, where there is one to go.
options=(-c release --static-swift-stdlib --scratch-path .build/cold --product security -Xlinker --gc-sections)
archive=$(clang -print-file-name=libstdc++.a)
if [ -f "$archive" ]; then
  mkdir -p .build/cold/archives
  ln -sf "$archive" .build/cold/archives/
  options+=(-Xlinker "-L$PWD/.build/cold/archives")
fi
swift build "${options[@]}"
cp "$(swift build -c release --scratch-path .build/cold --show-bin-path)/security" "$folder/security"
read -ra libraries <<<"$(pkg-config --cflags --libs sqlite3 libsodium)"
clang -O2 -Wall -Wextra -Werror -I Benchmarks/CRawReference/include -o "$folder/cold-reference" \
  Benchmarks/ColdReference/main.c Benchmarks/CRawReference/*.c "${libraries[@]}"
