#!/bin/sh
# Runs once, when the server is initialised: creates the user with which the standby replicates over the network.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$REPLICATION_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create user standby replication password :'password';
select pg_create_physical_replication_slot('standby');
-- The WAL that a lost standby needs must not fill this server's disk.
alter system set max_slot_wal_keep_size = '10GB';
SQL
echo "host replication standby all scram-sha-256" >> "$PGDATA/pg_hba.conf"
