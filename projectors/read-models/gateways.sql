create table gateways (
  -- A uuid, or `first` for the gateway that WAHA_URL names, of which only the status is stored.
  id text primary key,
  address text,
  max_sessions integer,
  -- Vault references of its credentials, by name.
  secret_refs jsonb not null,
  status text not null,
  -- Why it is silent; null while it answers.
  reason text,
  -- Since when it has its status; null before the first change.
  status_since timestamptz,
  registered_at timestamptz,
  -- Null while it is in use.
  removed_at timestamptz
);
