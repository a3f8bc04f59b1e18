create table users (
  id uuid primary key,
  account_id uuid not null,
  email text not null,
  name text not null,
  role text not null,
  -- Where the vault keeps the hash of the password; null before the first.
  password_ref text,
  -- Of the token of the link that may set a password; null when there is none.
  setup_sha256 text,
  setup_expires_at timestamptz,
  added_at timestamptz not null,
  last_signed_in_at timestamptz,
  -- Null while the user may come in.
  removed_at timestamptz
);
create index on users (account_id);
