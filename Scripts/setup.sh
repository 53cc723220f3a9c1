#!/usr/bin/env bash
# Installs SQLite and libsodium with their headers, and pkg-config, which the package manager asks where they are.
set -euo pipefail

if pkg-config --exists sqlite3 libsodium 2>/dev/null; then exit 0; fi

packages=(libsqlite3-dev libsodium-dev pkg-config)
if ! command -v apt-get >/dev/null; then
  echo "setup: SQLite, libsodium or pkg-config is missing; install them with your package manager" >&2
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
