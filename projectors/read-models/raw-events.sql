create table raw_events (
  id uuid primary key,
  account_id uuid not null,
  connection_id uuid not null,
  source text not null,
  event text not null,
  -- The event where one of our providers has this name; null for any other name.
  known_event text,
  log_id bigint not null,
  -- Log position.
  position bigint not null,
  -- As in the fact; its day is that of the stream which retention deletes.
  received_at timestamptz not null,
  account_pos bigint not null,
  erased boolean not null default false,
  -- The erased contacts for whom what the event holds of others was kept.
  reduced_for uuid[] not null default '{}',
  -- For a payload in parts: the JSON before and after it.
  doc text not null,
  doc_end text not null default ''
);
create index raw_events_of_account on raw_events (account_id, account_pos);
-- The searched column comes before the account: see belongs-to.ts.
create index on raw_events (log_id, account_id);
create index on raw_events (account_id, received_at);
-- Other events are searched one name at a time.
create index on raw_events (account_id, event, account_pos) where known_event is null;

-- Parts of payloads that are larger than a record, as text.
create table raw_event_parts (
  id uuid primary key,
  raw_event_id uuid not null,
  account_id uuid not null,
  received_at timestamptz not null,
  part integer not null,
  body text not null
);
create index on raw_event_parts (account_id, received_at);
create index on raw_event_parts (raw_event_id, part);
