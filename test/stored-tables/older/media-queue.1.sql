create schema if not exists control;

-- Files that wait to be copied into the media store. A row whose copy is given up stays until its provider no longer
-- keeps the file, so that a new start does not try again.
create table if not exists control.media_queue (
  id uuid primary key,
  account_id uuid not null,
  connection_id uuid not null,
  provider_media_id text not null,
  failures integer not null default 0,
  due_at timestamptz not null,
  -- When the provider no longer keeps the file.
  expires_at timestamptz not null
);
create index if not exists media_queue_due on control.media_queue (account_id, due_at);
create index if not exists media_queue_expiry on control.media_queue (expires_at);
