#!/bin/sh
# A second Postgres that follows the first and can take its place: `pg_ctl promote`, then POSTGRES_HOST in .env. One that
# was the first before has to begin anew, with an empty volume.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  until PGPASSWORD="$REPLICATION_PASSWORD" pg_basebackup --host "$PRIMARY" --username standby --pgdata "$PGDATA" \
    --wal-method stream --slot standby --write-recovery-conf; do
    echo "the primary is not there yet"
    rm -rf "${PGDATA:?}"/*
    sleep 2
  done
  chmod 700 "$PGDATA"
fi
exec postgres -c hot_standby=on
