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
  -- Where the vault keeps the provider's credentials, by name.
  secret_refs jsonb not null,
  -- Ends of the addresses at which its app may post, the present one first.
  hooks jsonb not null,
  -- The number may serve another connection.
  released boolean not null,
  registered_at timestamptz not null,
  pos bigint not null,
  -- The connection as the API shows it.
  doc text not null
);
create index connections_of_account on connections (account_id, pos);
