#!/bin/sh
# Copies the files of a running EventStoreDB node, in the order of its manual: `log.sh <data> <backup>`; the folder <backup> must
# be empty. NODE, such as https://eventstore-1:2113, is the node's address: a scavenge there is stopped first, because it would
# delete files during the copy. EVENTSTORE_PASSWORD is the password of the user ops, with TLS.
set -eu
from=$1
to=$2
index=${INDEX:-$from/index}

fail() {
  echo "$*" >&2
  exit 1
}

ask() {
  if [ -n "${EVENTSTORE_PASSWORD:-}" ]; then
    # Not on the command line, where other processes can read it.
    printf 'user = "ops:%s"\n' "$EVENTSTORE_PASSWORD" |
      curl --fail --silent --show-error --cacert /trusted/ca.crt --config - --request "$1" "$2"
  else
    curl --fail --silent --show-error --request "$1" "$2"
  fi
}

stop_scavenge() {
  current=$(ask GET "$NODE/admin/scavenge/current")
  id=$(printf '%s' "$current" | sed -n 's/.*"scavengeId" *: *"\([^"]*\)".*/\1/p')
  if [ -n "$id" ]; then
    ask DELETE "$NODE/admin/scavenge/$id"
    echo " scavenge $id was stopped; it continues in the next round"
  fi
}

# Another process may change the index during the copy, which is complete if the map stayed the same.
copy_index() {
  rm -rf "$to/index"
  mkdir "$to/index"
  cp "$index/indexmap" "$to/index/indexmap" || return 1
  for file in "$index"/*; do
    [ ! -f "$file" ] || [ "$file" = "$index/indexmap" ] || cp -p "$file" "$to/index/" || return 1
  done
  cmp -s "$index/indexmap" "$to/index/indexmap"
}

copy_other_files() {
  for file in stream-existence/streamExistenceFilter.chk stream-existence/streamExistenceFilter.dat scavenging/scavenging.db; do
    [ -f "$index/$file" ] || continue
    mkdir -p "$to/index/$(dirname "$file")"
    cp -p "$index/$file" "$to/index/$file"
  done
}

[ -f "$from/writer.chk" ] || fail "$from is not the data of a node"
mkdir -p "$to"
[ -z "$(ls -A "$to")" ] || fail "$to is not empty; name another folder"
[ -z "${NODE:-}" ] || stop_scavenge
if [ -n "$(find "$index" -maxdepth 1 -type f 2>/dev/null)" ]; then
  tries=0
  until copy_index; do
    tries=$((tries + 1))
    [ $tries -lt 20 ] || fail "the index changed during every attempt; try again when less is written"
    sleep 1
  done
fi
mkdir -p "$to/index"
copy_other_files
for name in chaser epoch writer proposal; do cp -p "$from/$name.chk" "$to/"; done
for chunk in "$from"/chunk-*.*; do cp -p "$chunk" "$to/"; done
sync
date -u +%Y-%m-%dT%H:%M:%SZ > "$to/complete"
echo "the log of $(cat "$to/complete") is in $to"
