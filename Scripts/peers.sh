#!/usr/bin/env bash
# Measures other stores of secrets beside the keychain: gnome-keyring through libsecret, SQLCipher, KeePassXC, pass.
#
#   Scripts/peers.sh [--no-install] [<option of the benchmarks>…]
#
# Installs Debian's packages of them where they are missing, builds the programs in Benchmarks/Peers, and runs the
# benchmarks. What cannot be had is left out, which the run says. Every peer works in a fresh folder, on a message bus
# and under keys of its own; nothing of it stays.
set -euo pipefail
cd "$(dirname "$0")/.."

install=true
if [ "${1:-}" = --no-install ]; then
  install=false
  shift
fi

# What has to be there, by the command or the library that tells, and its packages. Each by itself: one that cannot be had
# is left out, and the others are measured all the same.
install_packages() {
  if ! Scripts/setup.sh --packages "$@"; then echo "peers: $* could not be installed" >&2; fi
}
need_program() { if ! command -v "$1" >/dev/null; then install_packages "${@:2}"; fi; }
need_library() { if ! pkg-config --exists "$1" 2>/dev/null; then install_packages "${@:2}"; fi; }
if $install; then
  Scripts/setup.sh
  need_program cc gcc libc6-dev
  need_program dbus-daemon dbus
  need_program gnome-keyring-daemon gnome-keyring
  need_program secret-tool libsecret-tools
  need_program keepassxc-cli keepassxc
  need_program pass pass
  need_program gpg gnupg
  need_library libsecret-1 libsecret-1-dev
  need_library sqlcipher libsqlcipher-dev
fi

# The benchmarks, and `security` with the libraries of Swift and C++ inside, as a command is installed. The benchmarks
# look for all of it beside themselves.
Scripts/cold.sh
folder=$(swift build -c release --show-bin-path)
programs=$folder/peers
mkdir -p "$programs"
# A peer whose program does not build here is one that is not installed.
build_peer() {
  local name=$1 source=$2 library=$3
  rm -f "$programs/$name"
  if ! pkg-config --exists "$library"; then return; fi
  local flags
  read -ra flags < <(pkg-config --cflags --libs "$library")
  cc -O2 -std=gnu11 -Wall -Wextra -o "$programs/$name" "Benchmarks/Peers/$source" Benchmarks/Peers/Peer.c "${flags[@]}" ||
    echo "peers: $name does not build" >&2
}
build_peer peer-libsecret SecretService.c libsecret-1
build_peer peer-sqlcipher SQLCipher.c sqlcipher
cp "$folder/security" "$programs/security"
exec "$folder/benchmarks" --peers "$@"
