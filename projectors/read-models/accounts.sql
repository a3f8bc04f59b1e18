create table accounts (
  id uuid primary key,
  name text not null,
  plan text not null,
  -- Vault reference of the secret that signs notices of sales.
  sales_secret_ref text not null,
  opened_at timestamptz not null
);
