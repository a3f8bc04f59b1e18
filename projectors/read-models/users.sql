create table users (
  id uuid primary key,
  account_id uuid not null,
  -- Null once the user is erased.
  email text,
  name text,
  role text not null,
  -- Vault reference of the password's hash; null before the first password.
  password_ref text,
  -- SHA-256 of the token in the link that may set a password; null when there is none.
  setup_sha256 text,
  setup_expires_at timestamptz,
  added_at timestamptz not null,
  last_signed_in_at timestamptz,
  -- Null while the user may sign in.
  removed_at timestamptz
);
create index on users (account_id);
