#!/usr/bin/env bash
# The main job on a new keychain in a temporary folder, every answer checked. Nothing of it stays on this machine.
set -euo pipefail

security=$(realpath "${1:?usage: demo.sh path-to-security}")
folder=$(mktemp -d)
export XDG_DATA_HOME=$folder/data XDG_CONFIG_HOME=$folder/config XDG_STATE_HOME=$folder/state
unset KEYCHAIN_PATH KEYCHAIN_STATE KEYCHAIN_ENTITLEMENTS
keychain=demo.keychain

clean_up() {
  # Locking takes the key out of the kernel's keyring.
  "$security" lock-keychain "$keychain" </dev/null >/dev/null 2>&1 || true
  rm -rf "$folder"
}
trap clean_up EXIT

fail() {
  printf '\ndemo: %s\n' "$*" >&2
  exit 1
}

# Says in words what comes next.
say() { printf '\n# %s\n' "$*"; }

# Where the kernel keeps no keys for other processes, as in many containers, each command is given the passphrase.
without_agent=false
unlocked=true

# Runs `security` and shows it as one would type it; its output is left in $output.
#   run EXIT ARGUMENT…
run() {
  local expected=$1 actual=0 word input=''
  shift
  if $without_agent && $unlocked && [[ $1 =~ ^(add|find|delete|dump)- ]]; then
    set -- "$1" --password-fd 0 "${@:2}"
    input='open sesame'
  fi
  printf '$ security'
  for word in "$@"; do
    if [[ $word =~ ^[A-Za-z0-9./_-]+$ ]]; then printf ' %s' "$word"; else printf ' %s' "${word@Q}"; fi
  done
  printf '\n'
  output=$("$security" "$@" < <(printf '%s' "$input") 2>&1) || actual=$?
  if [ -n "$output" ]; then printf '%s\n' "$output"; fi
  if [ "$actual" -ne 0 ]; then printf '(exit %s)\n' "$actual"; fi
  [ "$actual" -eq "$expected" ] || fail "this should have ended with exit $expected"
}

# The last output has to be, or to contain, a text.
expect() { [ "$output" = "$1" ] || fail "this should have printed: $1"; }
expect_within() { [[ $output == *"$1"* ]] || fail "this should have printed: $1"; }

# A real script reads secrets from a prompt or a file: arguments can be seen by other programs.
say 'A new keychain: one encrypted file, protected by a passphrase. It is unlocked for the one who made it.'
run 0 create-keychain -p 'open sesame' "$keychain"
if [[ $output == *'kernel keyring'* ]]; then without_agent=true; fi
run 0 list-keychains
expect_within "$keychain-db"

say 'Keep two secrets in it.'
run 0 add-generic-password -a ada -s mail -w 'correct horse' "$keychain"
run 0 add-internet-password -a ada -s example.org -w 'battery staple' "$keychain"

say 'Read one of them back.'
run 0 find-generic-password -a ada -s mail -w "$keychain"
expect 'correct horse'

say 'The same account of the same service a second time is refused.'
run 45 add-generic-password -a ada -s mail -w 'another' "$keychain"

say 'What the keychain holds, without the secrets.'
run 0 dump-keychain "$keychain"
expect_within '"acct"<blob>="ada"'
[[ $output != *'correct horse'* ]] || fail 'the secret was shown'

say 'What the files hold: no name and no secret.'
markers=(-e example.org -e horse -e staple)
printf '$ grep -r %s %s\n' "${markers[*]}" "$folder"
if grep -r "${markers[@]}" "$folder"; then fail 'something lies there in the clear'; fi
printf '(nothing)\n'

say 'Locked, it keeps its secrets.'
run 0 lock-keychain "$keychain"
unlocked=false
run 36 find-generic-password -a ada -s mail -w "$keychain"

say 'A wrong passphrase does not open it; the right one does.'
run 51 unlock-keychain -p 'open barley' "$keychain"
if $without_agent; then
  printf '(nothing would keep the key: from here each command is given the passphrase again)\n'
else
  run 0 unlock-keychain -p 'open sesame' "$keychain"
fi
unlocked=true
run 0 find-generic-password -a ada -s mail -w "$keychain"
expect 'correct horse'

say 'Deleted is gone.'
run 0 delete-generic-password -a ada -s mail "$keychain"
run 44 find-generic-password -a ada -s mail -w "$keychain"

printf '\nThat was all of it: the keychain and its folder are removed again.\n'
