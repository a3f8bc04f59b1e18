create schema if not exists control;
-- The table of earlier releases, whose leases could not be given back.
drop table if exists control.rate_leases;

-- Calls handed out per key in its latest minute. Unlogged: a crash forgets at most one minute.
create unlogged table if not exists control.rate_minutes (
  key text primary key,
  minute bigint not null,
  used integer not null,
  granted integer not null,
  -- Each process that leased in this minute, and the calls of its last block; 0 when it can have none left.
  held jsonb not null,
  -- Since when the processes are asked to give back what they hold; null while there is plenty.
  recalled_at timestamptz
);
create index if not exists rate_minutes_recalled on control.rate_minutes (minute) where recalled_at is not null;
