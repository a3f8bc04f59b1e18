create table connections (
  id uuid primary key,
  account_id uuid not null,
  type text not null,
  status text not null,
  phone_number text,
  phone_number_digits text,
  phone_number_id text,
  waba_id text,
  session text,
  -- Vault references of the provider's credentials, by name.
  secret_refs jsonb not null,
  -- Path ends of the addresses that its app may post to, the current one first.
  hooks jsonb not null,
  -- What the provider grants the number; null while it is its default.
  messages_per_second integer,
  -- The gateway that has its session; null: the one that WAHA_URL names, or none.
  gateway_id uuid,
  -- How often its session has moved to another gateway.
  placement integer not null,
  -- Gateways at which it has left a session that is still to be ended.
  former_gateways jsonb not null,
  -- Whether the number may serve another connection.
  released boolean not null,
  -- How far the number's history is transferred, and how many messages of it are shown.
  history_progress json,
  history_messages integer not null,
  registered_at timestamptz not null,
  pos bigint not null,
  doc text not null
);
create index connections_of_account on connections (account_id, pos);
