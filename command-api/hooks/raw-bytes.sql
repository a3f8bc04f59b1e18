create schema if not exists control;

-- Bytes of raw events by UTC day and owner, of all processes. Logged, so that a crash of Postgres gives nobody a second
-- quota.
create table if not exists control.raw_bytes (
  day date not null,
  -- An account; `hook <address>` or `waba <business account>` for what belongs to none.
  owner text not null,
  bytes bigint not null,
  primary key (day, owner)
);
