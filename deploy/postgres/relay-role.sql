-- A role of the vault for processes with PROJECTORS_ROLE=relay and RELAY_CONTENT=ids. They may connect and read no table:
-- neither people's keys nor any secret. Run it once, as a superuser, in the database of the vault:
--   psql --set password='…' --dbname vault --file deploy/postgres/relay-role.sql
create role recado_relay login password :'password';
grant connect on database :"DBNAME" to recado_relay;
