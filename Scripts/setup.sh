#!/usr/bin/env bash
# Installs SQLite and libsodium with their headers, and pkg-config, which the package manager asks where they are.
#   setup.sh [<tool>…]               those tools as well that tests use: valgrind, strace
#   setup.sh --packages <package>…   those packages of Debian's and nothing else
set -euo pipefail

packages=()
if [ "${1:-}" = --packages ]; then
  packages=("${@:2}")
else
  if ! pkg-config --exists sqlite3 libsodium 2>/dev/null; then packages+=(libsqlite3-dev libsodium-dev pkg-config); fi
  for tool in "$@"; do
    if ! command -v "$tool" >/dev/null; then packages+=("$tool"); fi
  done
fi
if [ ${#packages[@]} -eq 0 ]; then exit 0; fi

if ! command -v apt-get >/dev/null; then
  echo "setup: with your package manager, install what Debian calls ${packages[*]}" >&2
  exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "setup: as root, run: apt-get install ${packages[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o Acquire::Retries=3 "$@"; }
apt update
apt install --yes --no-install-recommends "${packages[@]}"
