-- POSTs of providers that were rightly signed and beyond a bound: for the operator.
create table set_aside_posts (
  id uuid primary key,
  -- Whose retention it goes by.
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
