create schema if not exists control;

-- Calls handed out per key in its latest minute. Unlogged: a crash forgets at most one minute.
create unlogged table if not exists control.rate_leases (
  key text primary key,
  minute bigint not null,
  used integer not null,
  granted integer not null,
  holders text[] not null
);
