-- For the operator: POSTs of providers with a valid signature that exceed a bound.
create table set_aside_posts (
  id uuid primary key,
  -- The row of `retention` that decides about it.
  kept_for text not null,
  source text not null,
  reason text not null,
  bytes integer not null,
  connection_id uuid,
  body_sha256 text not null,
  received_at timestamptz not null
);
create index on set_aside_posts (received_at);
create index on set_aside_posts (kept_for, received_at);
