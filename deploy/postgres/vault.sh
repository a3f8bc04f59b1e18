#!/bin/sh
# Runs once, when the server is initialised: gives the secrets a database and a user of their own.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$VAULT_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create user vault password :'password';
create database vault owner vault;
revoke connect on database vault from public;
revoke connect on database recado from public;
SQL
