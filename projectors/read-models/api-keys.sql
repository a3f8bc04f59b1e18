create table api_keys (
  id uuid primary key,
  account_id uuid not null,
  name text not null,
  scopes jsonb not null,
  sha256 text not null unique,
  last_four text not null,
  secret_ref text not null,
  issued_at timestamptz not null,
  -- Actor that issued the key: a user or the operator.
  issued_by_type text not null,
  issued_by_id text not null,
  -- Null while the key works.
  revoked_at timestamptz
);
create index on api_keys (account_id, issued_at);
