#!/bin/sh
# Runs a standby of Postgres, which can replace the primary: `pg_ctl promote`, then POSTGRES_HOST in .env. A former primary must
# start again as a standby with an empty volume.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # PG_VERSION is moved last: an interrupted copy is made again and never started.
  copy=$PGDATA/copy
  while :; do
    rm -rf "${PGDATA:?}"/* || :
    PGPASSWORD="$REPLICATION_PASSWORD" pg_basebackup --host "$PRIMARY" --username standby --pgdata "$copy" \
      --wal-method stream --slot standby --write-recovery-conf && break
    echo "the primary does not answer yet; trying again"
    sleep 2
  done
  for file in "$copy"/*; do
    [ "$file" = "$copy/PG_VERSION" ] || mv "$file" "$PGDATA/"
  done
  mv "$copy/PG_VERSION" "$PGDATA/"
  rm -rf "$copy"
  chmod 700 "$PGDATA"
fi
# CONNECTIONS (200) must be at least the primary's: with fewer, replication stops.
exec postgres -c hot_standby=on -c max_connections="${CONNECTIONS:-200}"
