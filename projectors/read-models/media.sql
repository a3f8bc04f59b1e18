-- Files at the provider that a connection uploaded or received; the id is that of its stream.
create table media (
  id uuid primary key,
  account_id uuid not null,
  connection_id uuid not null,
  provider_media_id text not null,
  origin text not null,
  -- Of an uploaded or stored file; the provider is asked for that of any other one.
  sha256 text,
  -- By its bytes for an uploaded file, as the provider reports for a received one; null when it reports none.
  mime_type text,
  filename text,
  -- Whether it has a name, until that has expired.
  has_name boolean not null,
  -- When it was uploaded or received: how long the provider keeps it counts from then.
  appeared_at timestamptz not null,
  -- The copy in the media store; null without one. What follows stays when the copy has gone.
  file_ref uuid,
  key_ref uuid,
  stored_type text,
  stored_bytes bigint,
  stored_at timestamptz,
  deleted boolean not null
);

-- What expires.
create index on media (account_id, appeared_at) where has_name;
-- The sweep asks which names of files are known.
create unique index media_file on media (file_ref) where file_ref is not null;
-- What an account has stored.
create index media_stored on media (account_id) include (stored_bytes) where file_ref is not null;
-- What expires first.
create index media_stored_at on media (stored_at) where file_ref is not null;
