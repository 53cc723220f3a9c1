#!/usr/bin/env bash
# Makes every figure of Benchmarks/README.md and README.md anew, and the picture: on a machine that does nothing else,
# half an hour.
#
#   Scripts/figures.sh [--no-install]
#
# The suite three times at 10,000 items; look-ups, listings, growth, openings and memory at 1,000 three times, at 100,000
# and 1,000,000 once; other stores. What the runs wrote stays in .build/figures. A goal that is missed is in the tables,
# and no failure here.
set -euo pipefail
cd "$(dirname "$0")/.."

Scripts/cold.sh
benchmarks=$(swift build -c release --show-bin-path)/benchmarks
figures=.build/figures
mkdir -p "$figures"
rm -f "$figures"/*.json

for run in 1 2 3; do "$benchmarks" --json "$figures/rows-$run.json"; done
sizes=(--filter lookup --filter list. --filter open --filter memory)
for run in 1 2 3; do "$benchmarks" "${sizes[@]}" --items 1000 --json "$figures/1000-$run.json"; done
for items in 100000 1000000; do "$benchmarks" "${sizes[@]}" --items "$items" --json "$figures/$items.json"; done
Scripts/peers.sh "$@" --json "$figures/peers.json"

drawn=()
for name in rows-1 rows-2 rows-3 1000-1 1000-2 1000-3 100000 1000000 peers; do
  drawn+=(--figures "$figures/$name.json")
done
"$benchmarks" "${drawn[@]}" --svg Benchmarks/figures.svg --markdown Benchmarks/README.md
"$benchmarks" "${drawn[@]:0:6}" --markdown README.md
