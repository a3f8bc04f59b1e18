-- Which dispatcher owns which shard. Derived and short-lived: dropping it costs one takeover.
create schema if not exists control;
create table if not exists control.dispatchers (
  id uuid primary key,
  seen_until timestamptz not null
);
create table if not exists control.delivery_shards (
  shard smallint primary key,
  owner uuid,
  -- The fencing token: grows with every owner, which identifies an earlier owner.
  epoch bigint not null default 0,
  expires_at timestamptz not null default '-infinity'
);
-- As many as SHARDS in shard.ts.
insert into control.delivery_shards (shard) select generate_series(0, 63) on conflict do nothing;
