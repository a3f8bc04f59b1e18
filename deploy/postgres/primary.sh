#!/bin/sh
# Runs once, when the server's files are made: the standby copies them as a user of its own, over the network.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$REPLICATION_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create user standby replication password :'password';
select pg_create_physical_replication_slot('standby');
-- What a standby that is gone has missed must not fill the disk of this one.
alter system set max_slot_wal_keep_size = '10GB';
SQL
echo "host replication standby all scram-sha-256" >> "$PGDATA/pg_hba.conf"
