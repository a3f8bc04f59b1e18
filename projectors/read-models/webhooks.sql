-- One row per connection that ever had a webhook.
create table webhooks (
  id uuid primary key,
  connection_id uuid not null,
  account_id uuid not null,
  url text not null,
  events jsonb not null,
  active boolean not null,
  secret_ref text not null,
  -- Earlier secrets that may still sign beside it, the newest first.
  previous_secrets jsonb not null,
  created_at timestamptz not null
);
create index on webhooks (connection_id);
create index on webhooks (account_id, created_at, id);
