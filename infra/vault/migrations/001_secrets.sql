-- Sealed with AES-256-GCM; account and reference are authenticated with it, so a row moved or renamed opens nothing.
create table secrets (
  reference text primary key,
  account_id text not null,
  nonce bytea not null,
  sealed bytea not null,
  created_at timestamptz not null default now()
);

-- A fact names one version of a secret for ever: another secret is another row.
create function secrets_are_immutable() returns trigger language plpgsql as $$
begin
  raise exception 'secrets are immutable; store the new one under a reference of its own';
end
$$;
create trigger immutable before update on secrets
  for each row execute function secrets_are_immutable();
