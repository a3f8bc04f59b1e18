#!/bin/sh
# A second Postgres that follows the first and can take its place: `pg_ctl promote`, then POSTGRES_HOST in .env. One that
# was the first before has to begin anew, with an empty volume.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # PG_VERSION comes last: a copy that was broken off is made again, and never started.
  copy=$PGDATA/copy
  while :; do
    rm -rf "${PGDATA:?}"/* || :
    PGPASSWORD="$REPLICATION_PASSWORD" pg_basebackup --host "$PRIMARY" --username standby --pgdata "$copy" \
      --wal-method stream --slot standby --write-recovery-conf && break
    echo "the primary is not there yet"
    sleep 2
  done
  for file in "$copy"/*; do
    [ "$file" = "$copy/PG_VERSION" ] || mv "$file" "$PGDATA/"
  done
  mv "$copy/PG_VERSION" "$PGDATA/"
  rm -rf "$copy"
  chmod 700 "$PGDATA"
fi
# CONNECTIONS (200) are at least those of the first: with fewer it would follow no further.
exec postgres -c hot_standby=on -c max_connections="${CONNECTIONS:-200}"
