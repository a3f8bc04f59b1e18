#!/bin/sh
# Restores the files of a node to every node of a new cluster: `restore-log.sh <backup> <data> [<data> …]`. Every node must be
# stopped, and its folder empty. OWNER, such as 1000:1000, is the user that the nodes run as, if another user runs this script.
set -eu
without=
for given; do
  shift
  case "$given" in
    --without-erasures) without=yes ;;
    *) set -- "$@" "$given" ;;
  esac
done
from=$1
shift

fail() {
  echo "$*" >&2
  exit 1
}

[ -f "$from/complete" ] || fail "$from is no complete backup; name the folder of one"
if [ -n "$without" ]; then
  echo "without the list of erasures, persons who were erased since the backup are back, and can be read: erase them again" >&2
else
  [ -n "${ERASURES_DIR:-}" ] || fail "ERASURES_DIR is missing: set it here and for every process, so that whoever was erased since the backup is erased again, or add --without-erasures"
fi
[ $# -gt 0 ] || fail "name the data folder of every node"
for to in "$@"; do
  [ ! -e "$to/writer.chk" ] || fail "$to has a log already, which is never overwritten: empty the folder, or name another"
done
for to in "$@"; do
  mkdir -p "$to"
  # writer.chk is moved last: with it, the folder counts as having a log.
  for file in "$from"/*; do
    case "${file##*/}" in
      complete | writer.chk) ;;
      *) cp -pR "$file" "$to/" ;;
    esac
  done
  # The node truncates its log there, and so removes what was written during the backup.
  cp "$from/chaser.chk" "$to/truncate.chk"
  cp -p "$from/writer.chk" "$to/writer.chk.part"
  [ -z "${OWNER:-}" ] || chown -R "$OWNER" "$to"
  mv "$to/writer.chk.part" "$to/writer.chk"
  echo "the log of $(cat "$from/complete") is in $to"
done
