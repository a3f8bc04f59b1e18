-- Files at the provider that a connection uploaded or received; the id is that of its stream.
create table media (
  id uuid primary key,
  account_id uuid not null,
  connection_id uuid not null,
  provider_media_id text not null,
  origin text not null,
  -- Of an uploaded file; the provider is asked for that of a received one.
  sha256 text,
  -- By its bytes for an uploaded file, as the provider reports for a received one; null when it reports none.
  mime_type text,
  filename text,
  deleted boolean not null
);
